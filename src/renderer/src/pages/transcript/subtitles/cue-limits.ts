/** Whether a subtitle can be read: its speed, its lines and how long it lasts. */

import { type ScriptProfile, textWidth } from '../../../../../shared/subtitles/script-profile.ts';
import { SubtitleOptions } from '../../../../../shared/subtitles/subtitle-options.ts';
import { MIN_CUE_MS } from '../../../../../shared/subtitles/timing.ts';
import { formatSeconds } from '../../../text/format.ts';
import type { Draft } from './cue-changes.ts';

export type Limits = { charsPerLine: number; maxLines: number; maxMs: number };

export const LONGEST_MS = SubtitleOptions.parse({}).max_duration * 1000;

export type Measure = { name: string; text: string; ok: boolean };

export function charactersASecond({ startMs, endMs, text }: Draft, profile: ScriptProfile): number {
  const width = textWidth(text.replaceAll('\n', ' '), profile);
  return Math.round(width / Math.max(0.001, (endMs - startMs) / 1000));
}

export function measure(draft: Draft, profile: ScriptProfile, limits: Limits): Measure[] {
  const lines = draft.text.split('\n').filter((line) => line.trim() !== '');
  const longest = Math.max(0, ...lines.map((line) => textWidth(line.trim(), profile)));
  const speed = charactersASecond(draft, profile);
  const lasts = draft.endMs - draft.startMs;
  return [
    {
      name: 'Reading speed',
      text: `${speed} of ${profile.hardCps} characters a second`,
      ok: speed <= profile.hardCps,
    },
    {
      name: 'Longest line',
      text: `${longest} of ${limits.charsPerLine} characters`,
      ok: longest <= limits.charsPerLine,
    },
    {
      name: 'Lines',
      text: `${lines.length} of ${limits.maxLines}`,
      ok: lines.length <= limits.maxLines,
    },
    {
      name: 'Duration',
      text: `${formatSeconds(lasts)} (${allowed(limits.maxMs)} allowed)`,
      ok: lasts >= MIN_CUE_MS && lasts <= limits.maxMs,
    },
  ];
}

/** `0.8–7.0 s`. */
function allowed(longestMs: number): string {
  return `${formatSeconds(MIN_CUE_MS).replace(' s', '')}–${formatSeconds(longestMs)}`;
}

/** What changes with a cue's times alone: how fast it must be read, and how long it lasts. */
export function measureTimes(
  draft: Draft,
  profile: ScriptProfile,
): { text: string; fits: boolean } {
  const speed = charactersASecond(draft, profile);
  const lasts = draft.endMs - draft.startMs;
  const wrong =
    (speed > profile.hardCps && ', too fast to read') ||
    (lasts < MIN_CUE_MS && ', too short') ||
    (lasts > LONGEST_MS && ', too long');
  return {
    text: `${formatSeconds(lasts, 2)}, ${speed} char/s${wrong || ''}`,
    fits: wrong === false,
  };
}
