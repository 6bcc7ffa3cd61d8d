import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Cue } from '../../../../../shared/subtitles/options.ts';
import {
  type ScriptProfile,
  scriptProfile,
  textWidth,
} from '../../../../../shared/subtitles/script-profile.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { usePageOffset } from '../../../components/frame/use-page-offset.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { CueScreen, useCurrentCue } from './current-cue.tsx';

type SubtitlesPanelProps = {
  cues: readonly Cue[];
  language: string;
  /** Whether the cues are shown over a picture. */
  picture: boolean;
};

/** Room for what stays at the edges of the window: the head with the cue below it, and the player. */
const TOP_ROOM = 280;
const BOTTOM_ROOM = 96;

/** The subtitles as players show them, with how fast each must be read. Press one to see and hear it. */
export function SubtitlesPanel({ cues, language, picture }: SubtitlesPanelProps) {
  const current = useCurrentCue(cues);
  const list = useRef<HTMLOListElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: cues.length,
    estimateSize: () => 60,
    overscan: 8,
    scrollMargin: usePageOffset(list),
    scrollPaddingStart: TOP_ROOM,
    scrollPaddingEnd: BOTTOM_ROOM,
  });
  const reveal = useEffectEvent((index: number) => virtualizer.scrollToIndex(index));
  useEffect(() => {
    const { playing, following } = usePlayer.getState();
    if (playing && following && current >= 0) reveal(current);
  }, [current]);
  const profile = scriptProfile(language);

  return (
    <>
      {!picture && <CueScreen cues={cues} />}
      <ol ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const cue = cues[index];
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={cues.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              {cue && <CueRow cue={cue} profile={profile} current={index === current} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

type CueRowProps = { cue: Cue; profile: ScriptProfile; current: boolean };

function CueRow({ cue, profile, current }: CueRowProps) {
  const seek = usePlayer((state) => state.seek);
  const speed = Math.round(
    textWidth(cue.lines.join(' '), profile) / ((cue.endMs - cue.startMs) / 1000),
  );
  const fast = speed > profile.hardCps;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => seek(cue.startMs)}
      className="flex w-full flex-wrap gap-x-4 rounded-md px-2 py-1.5 text-left hover:bg-raised aria-[current=true]:bg-accent-wash sm:flex-nowrap"
    >
      <span className="w-14 shrink-0 text-sm leading-6 text-soft tabular-nums">
        {formatClock(cue.startMs)}
      </span>
      <span
        dir="auto"
        className="min-w-0 text-start whitespace-pre-line wrap-anywhere max-sm:order-last max-sm:w-full sm:flex-1"
      >
        {cue.label && <bdi className="text-soft">{cue.label}:</bdi>}
        {cue.label && ' '}
        {cue.lines.join('\n')}
      </span>
      <span
        className={`shrink-0 text-right text-sm max-sm:ml-auto sm:w-24 leading-6 tabular-nums ${fast ? 'text-danger' : 'text-soft'}`}
      >
        {speed} char/s{fast && <span className="sr-only">, too fast to read</span>}
      </span>
    </button>
  );
}
