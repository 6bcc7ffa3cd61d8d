import { speakerColor, speakerShape } from '../text/speaker-sign.ts';

/** Precedes a speaker's name, and is never shown without it. */
export function SpeakerDot({ id }: { id: number }) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: speakerColor(id) }}
      className={`me-1.5 inline-block size-2.5 shrink-0 forced-colors:bg-[CanvasText]! ${speakerShape(id)}`}
    />
  );
}
