/** Words of other programs, cleaned where they come in: only what belongs into a text is stored or shown. */
import { z } from 'zod';

/** NUL, escapes, separators of lines and what is no character; each becomes a space. */
const NO_TEXT = /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** Text that was transcribed. Cleaned pieces put together are the whole cleaned. */
export const transcribedText = z
  .string()
  .overwrite((text) => text.toWellFormed().replaceAll(NO_TEXT, ' '));

/** A message or a name in one line, cut to `most` characters. */
export const lineOf = (most: number) =>
  z.string().overwrite((text) =>
    text
      .toWellFormed()
      .slice(0, 4 * most)
      .replaceAll(NO_TEXT, ' ')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim()
      .slice(0, most)
      .toWellFormed(),
  );
