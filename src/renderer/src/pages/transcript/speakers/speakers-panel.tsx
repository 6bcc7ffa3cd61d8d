import { Menu } from '@base-ui/react/menu';
import { Play } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { TranscriptionResult } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { MENU_ITEM, MenuButton } from '../../../components/menu-popup.tsx';
import { SpeakerDot } from '../../../components/speaker-dot.tsx';
import { formatShare } from '../../../text/format.ts';
import { speakerColor } from '../../../text/speaker-sign.ts';
import { playSpan } from '../player/controls.ts';
import { usePlayer } from '../player/player-store.ts';
import { goToSegment } from '../reading/go-to-text.ts';
import { merge } from './assign-speaker.ts';
import { askName } from './open-name-field.ts';
import { samplesOf, type Talk, toTalks } from './talking-time.ts';
import { CountForm, UncertainSpeakers } from './uncertain-speakers.tsx';

/** `id` is the transcription's. */
type SpeakersPanelProps = { id: string; result: TranscriptionResult };

/** Who speaks, how much and where; each can be played, named and merged with another. */
export function SpeakersPanel({ id, result }: SpeakersPanelProps) {
  const { segments, speakers, diarization, media } = result;
  const talks = useMemo(() => toTalks(speakers, segments), [speakers, segments]);
  return (
    <div className="max-w-reading">
      <UncertainSpeakers
        {...{ id, diarization }}
        otherwise={<CountForm found={diarization.speaker_count} />}
      />
      <p className="mt-2 text-sm text-soft">
        A number identifies the speakers again. The text stays as it is; speakers you chose by hand
        are replaced. You can undo it.
      </p>
      <ul aria-label="Speakers" className="divide-y divide-line">
        {talks.map((talk) => (
          <SpeakerRow
            key={talk.speaker.id}
            talk={talk}
            others={talks.filter((other) => other !== talk).map(({ speaker }) => speaker)}
            playable={media !== null}
          />
        ))}
      </ul>
    </div>
  );
}

type SpeakerRowProps = {
  talk: Talk;
  others: readonly Talk['speaker'][];
  /** Whether the recording was kept. */
  playable: boolean;
};

/** One person: the share of the talk, the way to the turns, the name, and who they may be. */
function SpeakerRow({ talk, others, playable }: SpeakerRowProps) {
  const { speaker, share, turns } = talk;
  const [listening, setListening] = useState(false);
  const id = useId();
  const name = speaker.name ?? speaker.label;
  const toNext = () => {
    const { timeMs } = usePlayer.getState();
    const next = turns.find(({ startMs }) => startMs > timeMs + 1) ?? turns[0];
    if (next) goToSegment(next.firstSegment);
  };
  return (
    <li aria-labelledby={id} className="space-y-2.5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2
          id={id}
          className="min-w-0 truncate font-semibold"
          style={{ color: speakerColor(speaker.id) }}
        >
          <SpeakerDot id={speaker.id} />
          <bdi>{name}</bdi>
        </h2>
        <p className="text-sm text-soft tabular-nums">
          {formatShare(share)} · {formatClock(talk.talkMs)} · {turns.length}{' '}
          {turns.length === 1 ? 'turn' : 'turns'}
        </p>
      </div>
      <div
        aria-hidden
        className="h-2 overflow-hidden rounded-full bg-raised forced-colors:bg-[GrayText]"
      >
        <div
          className="h-full rounded-full forced-colors:bg-[Highlight]!"
          style={{ width: `${share * 100}%`, backgroundColor: speakerColor(speaker.id) }}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => turns[0] && goToSegment(turns[0].firstSegment)}>First turn</Button>
        <Button onClick={toNext}>Next turn</Button>
        {playable && (
          <Button aria-expanded={listening} onClick={() => setListening(!listening)}>
            Who is this?
          </Button>
        )}
        <Button
          aria-haspopup="dialog"
          onClick={(event) => askName(speaker.id, event.currentTarget)}
        >
          Rename…
        </Button>
        {others.length > 0 && (
          <MenuButton label="Merge into" align="start">
            {others.map((other) => (
              <Menu.Item
                key={other.id}
                className={MENU_ITEM}
                onClick={() => merge(speaker.id, other.id)}
              >
                <SpeakerDot id={other.id} />
                <bdi className="truncate">{other.name ?? other.label}</bdi>
              </Menu.Item>
            ))}
          </MenuButton>
        )}
      </div>
      {listening && <Samples talk={talk} />}
    </li>
  );
}

/** Two or three places by which the voice is told. */
function Samples({ talk }: { talk: Talk }) {
  return (
    <ul aria-label="Samples of the voice" className="space-y-1">
      {samplesOf(talk.turns).map((turn) => (
        <li key={turn.startMs}>
          <button
            type="button"
            onClick={() => playSpan(turn)}
            className="-mx-2 flex w-full items-start gap-3 rounded-md px-2 py-1.5 text-left text-sm hover:bg-raised"
          >
            <Play aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            <span className="w-12 shrink-0 text-soft tabular-nums">
              <span className="sr-only">Play at </span>
              {formatClock(turn.startMs)}
            </span>
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 text-start wrap-anywhere">
              {turn.text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
