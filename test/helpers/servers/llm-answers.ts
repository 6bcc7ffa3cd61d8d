/** What a faithful language model would answer, made from the numbered lines of the question. */
import type { LlmRequest } from '../../../src/main/llm/ask-language-model.ts';

export type Question = Pick<LlmRequest, 'system' | 'user'>;

/** The lines of a question by their numbers, without the names of speakers. */
export function linesOf({ user }: Question): { number: number; text: string }[] {
  return [...user.matchAll(/^\[(\d+)\] (?:Speaker \d+: )?(.*)$/gmu)].map(([, number, text]) => ({
    number: Number(number),
    text: text ?? '',
  }));
}

/** Whether the question is about the whole recording rather than about a part of it. */
export function asksForSummary({ system }: Question): boolean {
  return system.startsWith('You sum up a recording');
}

export function goodAnswer(question: Question) {
  const lines = linesOf(question);
  const [first] = lines;
  if (asksForSummary(question)) {
    return {
      sentences: lines.slice(0, 3).map(({ number, text }) => ({ text, points: [number] })),
    };
  }
  return {
    title: `On ${(first?.text ?? '').toLowerCase().split(' ').slice(0, 5).join(' ')}`,
    summary: lines.slice(0, 2).map(({ text }) => text),
    points: lines.slice(0, 4).map(({ number, text }) => ({ text, lines: [number] })),
  };
}

/** The numbered lines of a question about subtitles, with how many characters each may have. */
export function cuesOf({ user }: Question): { number: number; most: number; text: string }[] {
  return [...user.matchAll(/^\[(\d+)\] \((\d+)\) (.*)$/gmu)].map(([, number, most, text]) => ({
    number: Number(number),
    most: Number(most),
    text: text ?? '',
  }));
}

/** A translation one can check: the same words, each read backwards. */
export function backwards(text: string): string {
  return text
    .split(' ')
    .map((word) => [...word].reverse().join(''))
    .join(' ');
}

/** What a faithful language model answers about subtitles. */
export function goodTranslation(question: Question) {
  return { lines: cuesOf(question).map(({ number, text }) => ({ number, text: backwards(text) })) };
}
