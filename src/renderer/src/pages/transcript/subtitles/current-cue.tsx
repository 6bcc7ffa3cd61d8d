import type { Cue } from '../../../../../shared/subtitles/subtitle-options.ts';
import { usePlayer } from '../player/player-store.ts';

/** Which cue a viewer sees now; -1 between them. */
export function useCurrentCue(cues: readonly Cue[]): number {
  return usePlayer(({ timeMs }) =>
    cues.findIndex(({ startMs, endMs }) => timeMs >= startMs && timeMs < endMs),
  );
}

/** Where there is no picture: what a viewer would read now. Its height stays, so that nothing below it moves; black is only what is read. */
export function CueScreen({ cues }: { cues: readonly Cue[] }) {
  const cue = cues[useCurrentCue(cues)];
  const begun = usePlayer(({ playing, timeMs }) => playing || timeMs > 0);
  const text = cue?.lines.join('\n') ?? (begun ? null : 'Press Play to read along');
  return (
    <div
      aria-hidden
      className="sticky top-[calc(var(--head)+--spacing(3))] z-1 mb-4 grid h-20 place-items-stretch rounded-lg bg-page text-center text-lg leading-snug text-on-screen short:static"
    >
      {text && (
        <span
          dir="auto"
          className="grid place-items-center rounded-lg bg-screen px-4 whitespace-pre-line"
        >
          {text}
        </span>
      )}
    </div>
  );
}

/** Over the picture, where players show it. */
export function CueOverlay({ cues }: { cues: readonly Cue[] }) {
  const cue = cues[useCurrentCue(cues)];
  return (
    <p
      aria-hidden
      className="pointer-events-none absolute inset-x-2 bottom-[6%] text-center leading-snug text-on-screen"
    >
      {cue && (
        <span
          dir="auto"
          className="rounded-sm bg-screen/75 box-decoration-clone px-1.5 py-0.5 whitespace-pre-line"
        >
          {cue.lines.join('\n')}
        </span>
      )}
    </p>
  );
}
