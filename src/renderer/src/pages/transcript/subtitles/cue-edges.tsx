import { type PointerEvent, useEffect, useRef } from 'react';
import type { EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { scriptProfile } from '../../../../../shared/subtitles/script-profile.ts';
import type { TimeSpan } from '../../../../../shared/time.ts';
import { EDGE_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { playSpan } from '../player/controls.ts';
import { draftOf, indexOf, moveEdge, placeOf, rewrite, roomOf } from './cue-changes.ts';
import { measureTimes } from './cue-limits.ts';
import { formatCueTime } from './cue-time.ts';
import { useCurrentCue } from './current-cue.tsx';
import { useRetiming } from './retiming-store.ts';
import { useCueInView, type ZoomTo } from './use-cue-in-view.ts';

/** In order of time; none while they are not looked at. */
export type Subtitles = { cues: readonly EditedCue[]; language: string };

type CueEdgesProps = {
  /** What scrolls. */
  box: HTMLElement | null;
  zoom: number;
  zoomTo: ZoomTo;
  durationMs: number;
  subtitles: Subtitles;
};

/** Which subtitle is shown on the waveform: the one that is timed, else the one that plays. */
function useShownCue(cues: readonly EditedCue[]) {
  const current = useCurrentCue(cues);
  const place = useRetiming((state) => state.place);
  const tried = useRetiming((state) => state.times);
  const timed = place ? indexOf(cues, place) : -1;
  const index = timed >= 0 ? timed : current;
  const cue = cues[index];
  const times = timed >= 0 && tried ? tried : cue;
  return cue && times ? { index, cue, times, place: timed >= 0 ? place : null } : null;
}

/** The subtitle that is shown as a part of the waveform, with an edge at each end to time it by. */
export function CueEdges({ box, zoom, zoomTo, durationMs, subtitles }: CueEdgesProps) {
  const { cues, language } = subtitles;
  const shown = useShownCue(cues);
  const timed = shown?.place ? shown : null;
  useStoreTimes(cues, timed?.index ?? -1);
  const { isTooSmall } = useCueInView({
    box,
    zoom,
    zoomTo,
    durationMs,
    place: timed?.place ?? null,
    span: timed?.cue ?? null,
  });
  if (!box || !shown || durationMs === 0) return null;
  const { index, cue, times } = shown;
  const room = roomOf(cues, index);
  const limits = {
    fromMs: room.fromMs,
    toMs: Math.min(room.toMs, Math.max(durationMs, cue.endMs)),
  };
  const measured = measureTimes({ ...draftOf(cue), ...times }, scriptProfile(language));
  const share = (ms: number) => `${(ms / durationMs) * 100}%`;
  const edge = {
    box,
    durationMs,
    times,
    limits,
    measured,
    stored: cue,
    choose: () => useRetiming.choose(placeOf(cues, index)),
    // What is too small to grab is only brought nearer by the first press.
    canDrag: () => !isTooSmall(cue),
  };
  return (
    <>
      <div
        className={`pointer-events-none absolute inset-y-0 flex justify-between ${measured.fits ? 'bg-accent/25 text-accent' : 'bg-danger/25 text-danger'}`}
        style={{ left: share(times.startMs), width: share(times.endMs - times.startMs) }}
      >
        <span className="w-1 shrink-0 rounded-sm bg-current" />
        <span className="w-1 shrink-0 rounded-sm bg-current" />
      </div>
      <Edge {...edge} edge="startMs" place={share(times.startMs)} />
      <Edge {...edge} edge="endMs" place={share(times.endMs)} />
    </>
  );
}

/** Over the waveform: how the subtitle that is timed stands to what can be read. */
export function CueMeasure({ cues, language }: Subtitles) {
  const shown = useShownCue(cues);
  // Its form says the same.
  const isInForm = useRetiming(({ text, held }) => text !== null && !held);
  if (!shown?.place || isInForm) return null;
  const draft = { ...draftOf(shown.cue), ...shown.times };
  const { text, fits } = measureTimes(draft, scriptProfile(language));
  return (
    <p
      aria-hidden
      className={`pointer-events-none absolute bottom-full left-1/2 mb-2 w-max max-w-full -translate-x-1/2 rounded-md border border-line bg-panel px-2 py-1 text-center text-xs tabular-nums shadow-panel ${fits ? 'text-ink' : 'font-medium text-danger'}`}
    >
      {text}
    </p>
  );
}

type EdgeProps = {
  edge: keyof TimeSpan;
  /** How far along the waveform it is, in percent. */
  place: string;
  box: HTMLElement;
  durationMs: number;
  /** As they are tried, and as they are stored. */
  times: TimeSpan;
  stored: TimeSpan;
  limits: { fromMs: number; toMs: number };
  measured: ReturnType<typeof measureTimes>;
  choose: () => void;
  canDrag: () => boolean;
};

const STEP_MS = 50;
const LARGE_STEP_MS = 500;

/** Moved by the pointer, or by the arrow keys, Shift for ten times as far. Escape gives the old times back. */
function Edge(props: EdgeProps) {
  const { edge, place, box, durationMs, times, stored, limits, measured, choose, canDrag } = props;
  /** The times before this drag, and how far from the edge it was gripped, in pixels. */
  const drag = useRef<{ before: TimeSpan; offset: number } | null>(null);
  const xOf = (ms: number) => (ms / durationMs) * box.scrollWidth - box.scrollLeft;
  const left = () => box.getBoundingClientRect().left;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const grabs = canDrag();
    event.currentTarget.focus({ preventScroll: true });
    if (!grabs) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { before: times, offset: event.clientX - left() - xOf(times[edge]) };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!drag.current) return;
    const x = clientX - left() - drag.current.offset + box.scrollLeft;
    useRetiming.try(moveEdge(times, edge, (x / box.scrollWidth) * durationMs, limits), true);
  };
  const onPointerUp = () => {
    drag.current = null;
    useRetiming.release();
  };
  const giveBack = () => {
    const { before } = drag.current ?? { before: stored };
    drag.current = null;
    useRetiming.try({ startMs: before.startMs, endMs: before.endMs }, false);
  };
  const grip = useRef<HTMLDivElement>(null);
  const moveBy = (ms: number) => () =>
    useRetiming.try(moveEdge(times, edge, times[edge] + ms, limits), true);
  usePageKeys(
    EDGE_KEYS,
    {
      earlier: moveBy(-STEP_MS),
      later: moveBy(STEP_MS),
      muchEarlier: moveBy(-LARGE_STEP_MS),
      muchLater: moveBy(LARGE_STEP_MS),
      play: () => playSpan(times),
      giveBack: () => (drag.current || useRetiming.getState().held ? giveBack() : false),
    },
    { within: grip },
  );
  const onBlur = ({ currentTarget, relatedTarget }: React.FocusEvent<HTMLElement>) => {
    useRetiming.release();
    // A user who presses Play wants to listen to it and go on.
    const stays = currentTarget.closest('section')?.contains(relatedTarget);
    const { text, times: unsaved } = useRetiming.getState();
    if (!stays && text === null && !unsaved) useRetiming.leave();
  };

  return (
    <div
      ref={grip}
      role="slider"
      tabIndex={0}
      aria-label={edge === 'startMs' ? 'Start of the subtitle' : 'End of the subtitle'}
      aria-valuemin={edge === 'startMs' ? limits.fromMs : times.startMs}
      aria-valuemax={edge === 'startMs' ? times.endMs : limits.toMs}
      aria-valuenow={times[edge]}
      aria-valuetext={`${formatCueTime(times[edge])}, ${measured.text}`}
      className="absolute inset-y-0 w-(--grip) cursor-ew-resize touch-none [--grip:--spacing(3.5)] hover:bg-ink/10 focus-visible:-outline-offset-2 pointer-coarse:[--grip:--spacing(7)]"
      style={{
        // Beside the subtitle, where there is room.
        left:
          edge === 'startMs'
            ? `max(0rem, ${place} - var(--grip) + 0.25rem)`
            : `min(100% - var(--grip), ${place} - 0.25rem)`,
      }}
      onFocus={choose}
      onBlur={onBlur}
      onKeyUp={useRetiming.release}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={giveBack}
    />
  );
}

/** Stores the times that a subtitle was given on the waveform, once nothing moves them any more: one step to undo. */
function useStoreTimes(cues: readonly EditedCue[], index: number): void {
  const times = useRetiming((state) => state.times);
  const held = useRetiming((state) => state.held);
  const writing = useRetiming(({ text }) => text !== null);
  useEffect(() => {
    const cue = cues[index];
    if (!times || held || writing || !cue) return;
    const { startMs, endMs } = times;
    if (startMs !== cue.startMs || endMs !== cue.endMs) {
      useEdits.make([rewrite(cues, index, { ...draftOf(cue), startMs, endMs })]);
    }
    useRetiming.settle(times);
  }, [cues, index, times, held, writing]);
}
