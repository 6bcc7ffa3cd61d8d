import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { listen } from '../../../event-listeners.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { usePlayer } from './player-store.ts';

type WaveformPictureProps = {
  /** What scrolls; only the part of the recording in its view is drawn. */
  box: HTMLElement | null;
  zoom: number;
  durationMs: number;
  chapters: readonly Chapter[];
};

type Playback = { timeMs: number; playing: boolean; seeks: number };

/** The bars in view, the beginnings of the chapters, and a needle where the sound is; it keeps the needle in view. */
export function WaveformPicture({ box, zoom, durationMs, chapters }: WaveformPictureProps) {
  const peaks = useTranscript((state) => state.peaks);
  const { left, width, height } = useBoxView(box);
  const path = useMemo(() => {
    if (!peaks || width === 0) return '';
    const whole = width * zoom;
    return waveformPath({
      peaks,
      width,
      height,
      from: left / whole,
      to: (left + width) / whole,
    });
  }, [peaks, left, width, height, zoom]);
  const played = useRef<SVGSVGElement>(null);
  const needle = useRef<HTMLDivElement>(null);
  const lastSeeks = useRef(usePlayer.getState().seeks);

  useEffect(() => {
    // Past React: this happens for every picture on the screen.
    const show = ({ timeMs, playing, seeks }: Playback) => {
      const share = Math.min(1, timeMs / Math.max(1, durationMs));
      const at = share * width * zoom - left;
      if (played.current)
        played.current.style.clipPath = `inset(0 ${Math.max(0, width - at)}px 0 0)`;
      if (needle.current) needle.current.style.left = `${share * 100}%`;
      const sought = seeks !== lastSeeks.current;
      lastSeeks.current = seeks;
      if (!box || (at >= 0 && at <= width)) return;
      if (sought) box.scrollLeft = left + at - width / 2;
      // Like a page that is turned: what comes next is at the left then. A user who has scrolled away stays there.
      else if (playing && at > width && at < width * 1.1) box.scrollLeft = left + width * 0.9;
    };
    show(usePlayer.getState());
    return usePlayer.subscribe(show);
  }, [box, durationMs, left, width, zoom]);

  return (
    <>
      <div className="pointer-events-none sticky left-0 h-full" style={{ width }}>
        <Bars path={path} width={width} height={height} className="text-field-line/60" />
        <Bars path={path} width={width} height={height} className="text-accent" ref={played} />
      </div>
      {chapters.length > 1 &&
        chapters.map(({ id, start }) => (
          <div
            key={id}
            className="pointer-events-none absolute top-0 h-1.5 w-0.5 -translate-x-1/2 bg-ink/70"
            style={{ left: `${((start * 1000) / Math.max(1, durationMs)) * 100}%` }}
          />
        ))}
      <div
        ref={needle}
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent forced-colors:bg-[Highlight]"
      />
    </>
  );
}

/** Which part of what scrolls is in view, in pixels. */
function useBoxView(box: HTMLElement | null) {
  const [view, setView] = useState({ left: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!box) return;
    const look = () => {
      const { scrollLeft, clientWidth, clientHeight } = box;
      setView((before) =>
        before.left === scrollLeft && before.width === clientWidth && before.height === clientHeight
          ? before
          : { left: scrollLeft, width: clientWidth, height: clientHeight },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    // What is inside is as wide as the zoom makes it.
    for (const one of [box, ...box.children]) observer.observe(one);
    const stop = listen(box, { scroll: look }, { passive: true });
    return () => {
      observer.disconnect();
      stop();
    };
  }, [box]);
  return view;
}

type BarsProps = {
  path: string;
  /** The size of the drawing, in pixels. */
  width: number;
  height: number;
  className: string;
  ref?: React.Ref<SVGSVGElement>;
};

function Bars({ path, width, height, className, ref }: BarsProps) {
  return (
    <svg
      ref={ref}
      aria-hidden
      width={width}
      height={height}
      className={`absolute inset-0 ${className}`}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** A bar and the gap after it, in pixels. */
const STEP = 3;
const BAR = 2;
/** As loud as this, a recording is drawn at full height even where nothing in it is louder. */
const QUIET = 24;
const SAMPLES = 2000;

type WaveformView = {
  /** How loud the recording is, eight times a second. */
  peaks: Uint8Array;
  /** Which part of it is drawn, each from 0 to 1. */
  from: number;
  to: number;
  width: number;
  height: number;
};

/**
 * Part of a recording's loudness as an SVG path. A bar is the mean of its time and not the loudest moment, or hours
 * would be one block; it is seen against the quietest and the loudest bars, so that pauses and voices stand out at any
 * length.
 */
function waveformPath({ peaks, from, to, width, height }: WaveformView): string {
  const count = Math.floor(width / STEP);
  if (peaks.length === 0 || count < 1) return '';
  const first = from * peaks.length;
  const each = ((to - from) * peaks.length) / count;
  const bars = Array.from({ length: count }, (_, bar) =>
    meanOf(peaks, first + bar * each, first + (bar + 1) * each),
  );
  const { quiet, loud } = rangeOf(peaks, each);
  let path = '';
  for (const [index, bar] of bars.entries()) {
    const share = Math.min(1, Math.max(0, (bar - quiet) / (loud - quiet)));
    const high = Math.max(2, Math.round(share * height));
    path += `M${index * STEP} ${(height - high) / 2}h${BAR}v${high}h-${BAR}z`;
  }
  return path;
}

function meanOf(peaks: Uint8Array, from: number, to: number): number {
  const start = Math.min(Math.floor(from), peaks.length - 1);
  const end = Math.max(start + 1, Math.min(Math.round(to), peaks.length));
  let sum = 0;
  for (let at = start; at < end; at++) sum += peaks[at] ?? 0;
  return sum / (end - start);
}

/** What counts as quiet and as loud among bars of this many peaks, the few that stand out left aside. */
function rangeOf(peaks: Uint8Array, each: number): { quiet: number; loud: number } {
  const size = Math.max(1, Math.round(each));
  // Some thousands of them tell enough.
  const step = Math.max(size, peaks.length / SAMPLES);
  const sorted: number[] = [];
  for (let at = 0; at < peaks.length; at += step) sorted.push(meanOf(peaks, at, at + size));
  sorted.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const loud = Math.max(QUIET, at(0.98));
  // Even a recording without a pause keeps something below its voices.
  return { quiet: Math.min(at(0.05), loud * 0.6), loud };
}
