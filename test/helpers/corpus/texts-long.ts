import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { readProse } from './texts.ts';
import { shuffle } from './texts-random.ts';
import { speak } from './texts-spoken.ts';

/** Real prose of this many words, by three speakers in turns. */
export function longTranscript(words: number): Segment[] {
  const random = seededRandom(1);
  const documents = readProse(1);
  const lines: string[] = [];
  let count = 0;
  while (count < words) {
    for (const text of shuffle(random, documents).flatMap((document) => document.sentences)) {
      if (count >= words) break;
      lines.push(text);
      count += text.split(' ').length;
    }
  }
  return speak(
    lines.map((text, index) => ({ text, speaker: `Speaker ${1 + (Math.floor(index / 9) % 3)}` })),
  );
}
