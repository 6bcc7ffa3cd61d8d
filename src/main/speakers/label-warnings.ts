/** What people are told of labels that may be wrong. */
import type { Labeling } from './labeling.ts';

/**
 * Below these the voices are hard to separate. Of composed recordings labeled with their right number of people, 8 of
 * 79 with few wrong labels are below and 5 of 6 with many; so are 76 of 89 labeled with a number too high.
 */
const WEAK = { channels: 0.35, neural: 0.5 };
export const WARNINGS = {
  weak: 'The voices are hard to tell apart; some labels may be wrong.',
  fewer:
    'Somebody may have been heard as two speakers. Say how many people speak where you know it.',
  more: 'More people may speak than that; somebody’s words may be under another’s name.',
  alike: 'What sounds like one person may be several. Say how many speak where you know it.',
  missing: 'Fewer voices could be told apart than that; several people may be under one name.',
  acoustic: 'The speaker model could not be used; voices were told apart by pitch and sound.',
  failed: 'The speakers could not be told apart; everybody has the same label.',
};

/** The warning about the labels; null if they are reliable. */
export function warningFor({ method, count, confidence, countDoubt }: Labeling): string | null {
  if (method === 'acoustic') return WARNINGS.acoustic;
  if (count > 1 && confidence < WEAK[method === 'channels' ? 'channels' : 'neural']) {
    return WARNINGS.weak;
  }
  if (!countDoubt) return null;
  return WARNINGS[count === 1 && countDoubt === 'more' ? 'alike' : countDoubt];
}
