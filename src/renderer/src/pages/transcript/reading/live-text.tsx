import { memo, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { separator } from '../../../../../shared/subtitles/spacing.ts';
import { formatClock } from '../../../../../shared/time.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { listen } from '../../../event-listeners.ts';
import { usePlayer } from '../player/player-store.ts';
import { segmentAt } from './words-at.ts';

/** Close enough to the end of the page to go on following it. */
const NEAR_PX = 120;

type LiveTextProps = {
  segments: readonly TranscriptSegment[];
  /** The moment to begin at, in seconds. */
  at?: number | null;
};

/** The text so far of a recording, to read and to play; while it is under way it only grows, at its end. */
export function LiveText({ segments, at = null }: LiveTextProps) {
  const passages = useMemo(() => toPassages(segments), [segments]);
  const current = usePlayer(({ timeMs }) => (timeMs > 0 ? segmentAt(segments, timeMs)?.id : null));
  useFollowEnd(segments.length);
  useBeginAt(segments, at);
  return (
    <section aria-label="Text so far" className="pb-32 sm:pb-24">
      {passages.map((passage) => (
        <Passage
          key={passage[0]?.id}
          passage={passage}
          current={passage.some(({ id }) => id === current) ? current : null}
        />
      ))}
    </section>
  );
}

type PassageProps = {
  passage: readonly TranscriptSegment[];
  /** The segment that plays, if it is one of these. */
  current: number | null | undefined;
};

const Passage = memo(
  function Passage({ passage, current }: PassageProps) {
    const startMs = (passage[0]?.start ?? 0) * 1000;
    return (
      <div className="flex gap-4 pb-4 max-sm:flex-col max-sm:gap-1">
        <button
          type="button"
          aria-label={`Play from ${formatClock(startMs)}`}
          onClick={() => {
            usePlayer.seek(startMs);
            usePlayer.play();
          }}
          className="h-6 w-14 shrink-0 text-left text-sm text-soft tabular-nums select-none hover:text-accent"
        >
          {formatClock(startMs)}
        </button>
        <p
          dir="auto"
          lang={passage[0]?.language}
          className="min-w-0 max-w-reading flex-1 text-start text-base leading-relaxed wrap-anywhere"
        >
          {passage.map((segment, index) => (
            <span key={segment.id}>
              {index > 0 && separator(passage[index - 1]?.text ?? '', segment.text)}
              <span
                data-live={segment.id}
                className={segment.id === current ? 'rounded-sm bg-accent-wash' : ''}
              >
                {segment.text}
              </span>
            </span>
          ))}
        </p>
      </div>
    );
  },
  (before, after) =>
    before.current === after.current &&
    before.passage.length === after.passage.length &&
    before.passage[0] === after.passage[0],
);

/** A longer pause, or a full paragraph at the end of a sentence, begins a new one. */
const PAUSE_SECONDS = 2;
const FULL_LETTERS = 450;

function toPassages(segments: readonly TranscriptSegment[]): TranscriptSegment[][] {
  const passages: TranscriptSegment[][] = [];
  let letters = 0;
  for (const segment of segments) {
    const passage = passages.at(-1);
    const last = passage?.at(-1);
    const pause = last !== undefined && segment.start - last.end >= PAUSE_SECONDS;
    const full = letters >= FULL_LETTERS && /[.!?。！？…]["”»')]?$/u.test(last?.text ?? '');
    if (!passage || pause || full) {
      passages.push([segment]);
      letters = 0;
    } else passage.push(segment);
    letters += segment.text.length;
  }
  return passages;
}

/** Shows the place that a link leads to, and has the player begin there. */
function useBeginAt(segments: readonly TranscriptSegment[], at: number | null): void {
  const begin = useEffectEvent((seconds: number) => {
    const said = segmentAt(segments, seconds * 1000);
    document.querySelector(`[data-live="${said?.id}"]`)?.scrollIntoView({ block: 'center' });
    usePlayer.seek(seconds * 1000);
  });
  useEffect(() => {
    if (at !== null) begin(at);
  }, [at]);
}

/** A user who reads at the end of the text stays there as it grows; one who reads elsewhere is left alone. */
function useFollowEnd(count: number): void {
  const atEnd = useRef(false);
  useLayoutEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const left = scrollHeight - clientHeight - window.scrollY;
      atEnd.current = window.scrollY > 0 && left < NEAR_PX;
    };
    look();
    return listen(window, { scroll: look }, { passive: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the text has grown
  useLayoutEffect(() => {
    if (!atEnd.current) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const top = document.documentElement.scrollHeight;
    window.scrollTo({ top, behavior: calm ? 'instant' : 'smooth' });
  }, [count]);
}
