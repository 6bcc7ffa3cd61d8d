import { LocateFixed as Locate, Pause, Play, Repeat, RotateCcw, RotateCw } from 'lucide-react';
import { formatClock } from '../../../../../shared/time.ts';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { keepClear } from '../../../components/frame/covered-above.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { Select } from '../../../components/select.tsx';
import type { Subtitles } from '../subtitles/cue-edges.tsx';
import { SKIP_MS, toggleLoop } from './controls.ts';
import { RATES, usePlayer } from './player-store.ts';
import { Waveform } from './waveform.tsx';

type PlayerBarProps = {
  durationMs: number;
  chapters?: readonly Chapter[];
  /** Can be timed on the waveform. */
  subtitles?: Subtitles;
};

const NO_CHAPTERS: readonly Chapter[] = [];
const NO_SUBTITLES: Subtitles = { cues: [], language: 'en' };

/** Always in reach at the lower edge of the window. */
export function PlayerBar({
  durationMs,
  chapters = NO_CHAPTERS,
  subtitles = NO_SUBTITLES,
}: PlayerBarProps) {
  const playing = usePlayer((state) => state.playing);
  return (
    <section
      ref={keepClear}
      aria-label="Player"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-panel"
    >
      <div className="page-width flex min-h-16 items-center gap-1 short:min-h-11 max-sm:flex-wrap max-sm:gap-x-0 max-sm:py-2">
        <IconButton
          icon={RotateCcw}
          label="Back 5 seconds"
          tip="Back 5 s (←)"
          onClick={() => usePlayer.skip(-SKIP_MS)}
        />
        <button
          type="button"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={usePlayer.toggle}
          className="grid size-10 short:size-8 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong [&_svg]:size-4.5 [&_svg]:fill-current"
        >
          {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        </button>
        <IconButton
          icon={RotateCw}
          label="Forward 5 seconds"
          tip="Forward 5 s (→)"
          onClick={() => usePlayer.skip(SKIP_MS)}
        />
        <Clock durationMs={durationMs} />
        <Waveform durationMs={durationMs} chapters={chapters} subtitles={subtitles} />
        <FollowButton />
        <LoopButton />
        <RatePicker />
      </div>
    </section>
  );
}

function Clock({ durationMs }: { durationMs: number }) {
  const second = usePlayer((state) => Math.floor(state.timeMs / 1000));
  const long = durationMs >= 3_600_000;
  return (
    <span
      className={`shrink-0 px-2 text-sm text-soft tabular-nums max-sm:mr-auto sm:text-right ${long ? 'sm:w-36' : 'sm:w-28'}`}
    >
      {formatClock(second * 1000)}
      <span className="max-sm:hidden"> / {formatClock(durationMs)}</span>
    </span>
  );
}

function LoopButton() {
  const looping = usePlayer((state) => state.loop !== null);
  return (
    <IconButton
      icon={Repeat}
      label="Repeat this sentence"
      tip={looping ? 'Stop repeating (R)' : 'Repeat this sentence (R)'}
      aria-pressed={looping}
      onClick={toggleLoop}
    />
  );
}

function FollowButton() {
  const following = usePlayer((state) => state.following);
  return (
    <IconButton
      icon={Locate}
      label="Follow along"
      tip={following ? 'Stop following along' : 'Follow along'}
      aria-pressed={following}
      onClick={() => usePlayer.setFollowing(!following)}
    />
  );
}

function RatePicker() {
  const rate = usePlayer((state) => state.rate);
  return (
    <Select
      label="Speed"
      value={rate}
      onChange={usePlayer.setRate}
      options={RATES.map((known) => [known, `${known}×`])}
      className="h-8! w-15 shrink-0 gap-1! border-transparent! px-1.5! text-soft tabular-nums"
    />
  );
}
