import { ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { WAVEFORM_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { CueEdges, CueMeasure, type Subtitles } from '../subtitles/cue-edges.tsx';
import { usePlayer } from './player-store.ts';
import { usePinch, useZoom } from './use-zoom.ts';
import { WaveformPicture } from './waveform-picture.tsx';

type WaveformProps = {
  durationMs: number;
  chapters: readonly Chapter[];
  subtitles: Subtitles;
};

const STEP = 1.6;

/**
 * How loud the recording is along its length; the part that was played is colored. Press anywhere to go there; turn
 * the wheel, pinch, or press + and − to see a part of it larger.
 */
export function Waveform({ durationMs, chapters, subtitles }: WaveformProps) {
  const second = usePlayer((state) => Math.floor(state.timeMs / 1000));
  const [box, setBox] = useState<HTMLElement | null>(null);
  const { zoom, most, zoomBy, zoomTo } = useZoom(box, durationMs);
  const pinch = usePinch(zoomBy);
  const [hover, setHover] = useState<Hover | null>(null);

  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    if (!box || pinch.follow(event)) return;
    const under = hoverAt(box, event.clientX - box.getBoundingClientRect().left);
    setHover(under);
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    usePlayer.seek(under.place * durationMs);
  };
  const slider = useRef<HTMLDivElement>(null);
  usePageKeys(
    WAVEFORM_KEYS,
    { in: () => zoomBy(STEP), out: () => zoomBy(1 / STEP), all: () => zoomBy(1 / most) },
    { within: slider },
  );

  return (
    <div className="relative flex min-w-0 flex-1 items-center max-sm:order-first max-sm:basis-full">
      <div
        ref={setBox}
        onScroll={() => box && setHover((before) => before && hoverAt(box, before.x))}
        className="h-11 short:h-9 min-w-0 flex-1 overflow-x-auto overflow-y-hidden [scrollbar-width:thin]"
      >
        {/* The edges of a subtitle are sliders, too, and none may be in another. */}
        <div className="relative h-full" style={{ width: `${zoom * 100}%` }}>
          <div
            ref={slider}
            role="slider"
            tabIndex={0}
            aria-label="Position in the recording"
            aria-valuemin={0}
            aria-valuemax={Math.floor(durationMs / 1000)}
            aria-valuenow={Math.min(second, Math.floor(durationMs / 1000))}
            aria-valuetext={`${formatClock(second * 1000)} of ${formatClock(durationMs)}`}
            className={`relative h-full cursor-pointer focus-visible:-outline-offset-2 ${zoom > 1 ? 'touch-pan-x' : 'touch-none'}`}
            onPointerDown={goTo}
            onPointerMove={goTo}
            onPointerUp={pinch.end}
            onPointerCancel={pinch.end}
            onPointerLeave={() => setHover(null)}
          >
            <WaveformPicture box={box} zoom={zoom} durationMs={durationMs} chapters={chapters} />
            {hover !== null && (
              <div
                className="pointer-events-none absolute inset-y-0 w-px bg-ink/60"
                style={{ left: `${hover.place * 100}%` }}
              />
            )}
          </div>
          <CueEdges {...{ box, zoom, zoomTo, durationMs }} subtitles={subtitles} />
        </div>
      </div>
      {hover !== null && box && (
        <HoverTime {...hover} width={box.clientWidth} durationMs={durationMs} chapters={chapters} />
      )}
      <CueMeasure {...subtitles} />
      <ZoomButtons {...{ zoom, most, zoomBy }} />
    </div>
  );
}

type ZoomButtonsProps = { zoom: number; most: number; zoomBy: (factor: number) => void };

function ZoomButtons({ zoom, most, zoomBy }: ZoomButtonsProps) {
  return (
    <div className="flex max-md:hidden">
      <IconButton
        icon={ZoomOut}
        label="Zoom out of the waveform"
        tip="Zoom out (−)"
        disabled={zoom <= 1}
        onClick={() => zoomBy(1 / STEP)}
      />
      <IconButton
        icon={ZoomIn}
        label="Zoom into the waveform"
        tip="Zoom in (+)"
        disabled={zoom >= most}
        onClick={() => zoomBy(STEP)}
      />
    </div>
  );
}

/** What the pointer is over: pixels from the box's left edge, and the place in the recording, from 0 to 1. */
type Hover = { x: number; place: number };

function hoverAt(box: HTMLElement, x: number): Hover {
  return { x, place: Math.min(1, Math.max(0, (box.scrollLeft + x) / box.scrollWidth)) };
}

type HoverTimeProps = Omit<WaveformProps, 'subtitles'> & Hover & { width: number };

function HoverTime({ x, place, width, durationMs, chapters }: HoverTimeProps) {
  const left = Math.min(width - 24, Math.max(24, x));
  const ms = place * durationMs;
  const chapter = chapters.findLast(({ start }) => start * 1000 <= ms);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full mb-2 w-max max-w-60 -translate-x-1/2 rounded-md bg-ink px-2 py-1 text-center text-xs text-page tabular-nums"
      style={{ left }}
    >
      {formatClock(ms)}
      {chapters.length > 1 && chapter && (
        <span dir="auto" className="block truncate opacity-80">
          {chapter.title}
        </span>
      )}
    </div>
  );
}
