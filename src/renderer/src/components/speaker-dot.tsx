/** The number of colours; with more speakers they repeat, since the names tell speakers apart. */
const COLOURS = 6;

/** The colour of a speaker, 1, 2, 3 …, as a CSS value with enough contrast for text. */
export function speakerColour(id: number): string {
  return `var(--speaker-${((id - 1) % COLOURS) + 1})`;
}

/** Precedes a speaker's name, and is never shown without it. */
export function SpeakerDot({ id }: { id: number }) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: speakerColour(id) }}
      className="me-1.5 inline-block size-2.5 shrink-0 rounded-full forced-colors:bg-[CanvasText]"
    />
  );
}
