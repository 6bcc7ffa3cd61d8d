/** Where there are more speakers, their signs have other shapes: together they tell 24 apart. */
const COLOURS = 6;
const SHAPES = [
  'rounded-full',
  'rounded-none',
  'rounded-none rotate-45 scale-90',
  'rounded-tl-full',
];

/** The colour of a speaker, 1, 2, 3 …, as a CSS value with enough contrast for text. */
export function speakerColour(id: number): string {
  return `var(--speaker-${((id - 1) % COLOURS) + 1})`;
}

/** Precedes a speaker's name, and is never shown without it. */
export function SpeakerDot({ id }: { id: number }) {
  const shape = SHAPES[Math.floor((id - 1) / COLOURS) % SHAPES.length];
  return (
    <span
      aria-hidden
      style={{ backgroundColor: speakerColour(id) }}
      className={`me-1.5 inline-block size-2.5 shrink-0 forced-colors:bg-[CanvasText] ${shape}`}
    />
  );
}
