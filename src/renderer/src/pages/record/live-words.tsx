import { useEffect } from 'react';
import type {
  LiveRecording,
  LiveSegment,
  LiveText,
  RecordedTrack,
} from '../../../../shared/recordings.ts';
import { separator } from '../../../../shared/subtitles/spacing.ts';
import { formatClock } from '../../../../shared/time.ts';
import { TextLink } from '../../components/link.tsx';
import { useLive } from '../../stores/recorder/live-store.ts';
import { settingsFor } from '../../text/error-advice.ts';
import { lateText } from '../../text/late-text.ts';
import { trackName } from '../../text/recorder.ts';

/** More of it would only slow the page down: all of it is there when the recording has ended. */
const SHOWN = 300;

/** The text so far of a recording, where it is followed. */
export function useLiveText(id: string): LiveText | undefined {
  useEffect(() => {
    void useLive.loadText(id);
  }, [id]);
  return useLive(({ texts }) => texts.get(id));
}

/** What is said, as it is heard: firm words never move, grey ones may change. `speaker` has the microphone, if known. */
export function LiveWords({ id, speaker = null }: { id: string; speaker?: string | null }) {
  const text = useLiveText(id);
  const { tracks, live = true } = useLive(
    ({ recordings }) => recordings.find((one) => one.id === id) ?? NONE,
  );
  const passages = toPassages(text?.segments.slice(-SHOWN) ?? [], text?.provisional ?? []);
  const late = lateText(text);
  const settings = text?.problem ? settingsFor(text.problem.code) : null;
  return (
    <section aria-label="Text so far" className="space-y-3">
      {/* Turned round, it stays at its end as it grows, and where people scroll to. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
      <div tabIndex={0} className="flex max-h-96 flex-col-reverse overflow-y-auto rounded-md">
        <div className="space-y-3">
          {passages.length === 0 && (
            <p className="text-soft">
              {live
                ? 'What is said appears here a moment later.'
                : 'Its text is made when it has ended: whoever records asked for none meanwhile.'}
            </p>
          )}
          {passages.map((passage) => (
            <Passage
              key={passage.id}
              passage={passage}
              name={(tracks?.length ?? 0) > 1 ? trackName(passage.track, speaker) : null}
            />
          ))}
        </div>
      </div>
      {late !== null && (
        <p role="status" className="text-sm text-soft">
          {late} The sound is recorded all the same, and the text catches up.{' '}
          {settings && <TextLink href={settings.href}>{settings.title}</TextLink>}
        </p>
      )}
    </section>
  );
}

const NONE: Partial<LiveRecording> = {};

type Said = LiveSegment & { firm: boolean };
type PassageOf = { id: string; track: RecordedTrack; start: number; said: Said[] };

/** What one track says without a longer pause. */
function toPassages(
  firm: readonly LiveSegment[],
  provisional: readonly LiveSegment[],
): PassageOf[] {
  const passages: PassageOf[] = [];
  const said = [
    ...firm.map((segment) => ({ ...segment, firm: true })),
    ...provisional.map((segment) => ({ ...segment, firm: false })),
  ];
  for (const segment of said) {
    const last = passages.at(-1);
    const end = last?.said.at(-1)?.end ?? 0;
    if (last?.track === segment.track && segment.start - end < PAUSE_SECONDS)
      last.said.push(segment);
    else {
      const { id, track, start } = segment;
      passages.push({ id: `${id}`, track, start, said: [segment] });
    }
  }
  return passages;
}
const PAUSE_SECONDS = 2;

function Passage({ passage, name }: { passage: PassageOf; name: string | null }) {
  const { start, said } = passage;
  return (
    <div className="flex gap-4 max-sm:flex-col max-sm:gap-1">
      <p className="w-24 shrink-0 text-sm text-soft tabular-nums">
        {formatClock(start * 1000)}
        {name !== null && (
          <span dir="auto" className="block truncate text-left">
            {name}
          </span>
        )}
      </p>
      <p
        dir="auto"
        lang={said[0]?.language}
        className="min-w-0 max-w-reading flex-1 text-start text-base leading-relaxed wrap-anywhere"
      >
        {said.map(({ id, text, firm }, index) => (
          <span key={id} className={firm ? '' : 'text-soft'}>
            {index > 0 && separator(said[index - 1]?.text ?? '', text)}
            {text}
          </span>
        ))}
      </p>
    </div>
  );
}
