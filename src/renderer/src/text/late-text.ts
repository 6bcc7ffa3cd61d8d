import type { LiveText } from '../../../shared/recordings.ts';
import { explain } from './error-advice.ts';
import { formatSeconds } from './format.ts';

/** Text that falls behind so far is told of. */
const LATE_SECONDS = 5;

/** Why the text is not where the speakers are; `null` where it is. */
export function lateText(
  text: Pick<LiveText, 'behind' | 'problem'> | null | undefined,
): string | null {
  if (!text) return null;
  if (text.problem !== null) return `There is no text for now. ${explain(text.problem)}`;
  if (text.behind <= LATE_SECONDS) return null;
  return `The text is ${formatSeconds(text.behind * 1000, 0)} behind: this computer is busy.`;
}
