import { z } from 'zod';
import type { Word } from '../transcription/transcript.ts';
import {
  type GivenSegment,
  type GivenTranscript,
  TranscriptFileError,
} from './given-transcript.ts';

const time = z.number().nonnegative().max(1_000_000);
/** What is read of a word and a segment, as exports and the API have them. */
const GivenWord = z.object({ start: time, end: time, text: z.string() });
const Given = z.object({
  start: time,
  end: time,
  text: z.string(),
  speaker: z.string().max(200).nullish(),
  language: z.string().max(20).nullish(),
  words: z.array(GivenWord).nullish(),
});
const Result = z.object({ segments: z.array(Given) });
const StenoJson = z.union([
  z.object({ language: z.string().max(20).nullish(), result: Result }),
  Result.extend({ language: z.string().max(20).nullish() }),
]);

/** Reads Steno's export as JSON, a transcription of its API, or what has such segments. @throws TranscriptFileError */
export function readStenoJson(text: string): GivenTranscript {
  const parsed = StenoJson.safeParse(parse(text));
  if (!parsed.success) throw new TranscriptFileError('transcript_unreadable');
  const { language = null } = parsed.data;
  const { segments } = 'result' in parsed.data ? parsed.data.result : parsed.data;
  return { language, segments: segments.filter((one) => one.text.trim() !== '').map(toGiven) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TranscriptFileError('transcript_unreadable');
  }
}

function toGiven({
  start,
  end,
  text,
  speaker,
  language,
  words,
}: z.infer<typeof Given>): GivenSegment {
  const span = { startMs: toMs(start), endMs: toMs(end) };
  const piece = { ...span, text: text.trim(), words: wordsWithin(span, words ?? []) };
  const named = { speaker: speaker?.trim() || null, language: language ?? null };
  return { ...span, ...named, text: piece.text, pieces: [piece] };
}

/** Null unless they lie in order within their segment: then their times are made again. */
function wordsWithin(
  { startMs, endMs }: { startMs: number; endMs: number },
  words: readonly z.infer<typeof GivenWord>[],
): Word[] | null {
  let lastMs = startMs;
  const read = words.map((word): Word => {
    const [from, to] = [toMs(word.start), toMs(word.end)];
    const isGood = from >= lastMs && to >= from && to <= endMs && word.text.trim() !== '';
    lastMs = isGood ? from : Number.POSITIVE_INFINITY;
    return { startMs: from, endMs: to, text: word.text.trim(), confidence: 1 };
  });
  return read.length > 0 && lastMs !== Number.POSITIVE_INFINITY ? read : null;
}

const toMs = (seconds: number): number => Math.round(seconds * 1000);
