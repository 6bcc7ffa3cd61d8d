import type { Queue } from '../../../shared/queue.ts';
import { formatTimeLeft } from './format.ts';

/** `2 in progress, 5 waiting · 12 min left in total`. */
export function describeQueue({ paused, running, waiting, working, left_seconds }: Queue): string {
  const counts = [
    running > 0 ? `${running} in progress` : '',
    waiting > 0 ? `${waiting} waiting` : '',
  ].filter((part) => part !== '');
  if (paused) {
    const rest = running > 0 ? ' What is in progress will still finish.' : '';
    return `The queue is paused${waiting > 0 ? `, ${waiting} waiting` : ''}.${rest}`;
  }
  if (working === 0) {
    return `${counts.join(', ')}. No service that transcribes is running: start one on the same database, without --no-work.`;
  }
  if (counts.length === 0) return 'Everything is done.';
  if (left_seconds === null) return counts.join(', ');
  return `${counts.join(', ')} · ${formatTimeLeft(left_seconds)} in total`;
}

/** How many recordings there are, and `, 12 min left`, or why nothing happens. */
export function describeQueueShortly({ paused, running, waiting, working, left_seconds }: Queue): {
  count: number;
  rest: string;
} {
  const count = running + waiting;
  if (paused) return { count, rest: ' · paused' };
  if (working === 0) return { count, rest: ' · not working' };
  return { count, rest: left_seconds === null ? '' : ` · ${formatTimeLeft(left_seconds)}` };
}

/** `3rd of 7`; what is next waits for those in progress. */
export function describePlace(
  position: number,
  { waiting, running, working, paused }: Queue,
): string {
  if (paused) return 'Waiting: the queue is paused';
  if (working === 0) return 'Waiting for a service that transcribes';
  if (position === 1 && running > 0) {
    return `Next · waiting for ${running === 1 ? '1 other' : `${running} others`}`;
  }
  return `Waiting · ${ordinal(position)} of ${waiting}`;
}

const ENDINGS = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

function ordinal(count: number): string {
  return `${count}${ENDINGS[rules.select(count)]}`;
}
