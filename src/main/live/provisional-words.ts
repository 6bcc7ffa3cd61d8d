/**
 * Provisional words that do not flicker: those at the beginning on which two successive transcriptions of the same
 * growing sound agree stay as they are (LocalAgreement, Macháček, Dabre and Bojar 2023). Pure.
 */
import { lettersOf } from '../../shared/casefold.ts';

type Said = { text: string };

/** What was transcribed last, and how many words at its beginning are agreed on. */
export type Agreement<Word extends Said> = { words: readonly Word[]; agreed: number };

export const NOTHING_YET: Agreement<never> = { words: [], agreed: 0 };

/** Adds another transcription, which begins where the ones before do. */
export function agree<Word extends Said>(
  before: Agreement<Word>,
  transcribed: readonly Word[],
): Agreement<Word> {
  let same = 0;
  while (same < transcribed.length && isSame(before.words[same], transcribed[same])) same++;
  const agreed = Math.max(before.agreed, same);
  // What was agreed on is kept, though it is now transcribed otherwise: at the next pause it is settled.
  return {
    words: [...before.words.slice(0, before.agreed), ...transcribed.slice(before.agreed)],
    agreed,
  };
}

function isSame(one: Said | undefined, other: Said | undefined): boolean {
  return one !== undefined && other !== undefined && lettersOf(one.text) === lettersOf(other.text);
}
