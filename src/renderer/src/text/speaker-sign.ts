/** By what the speakers of a recording are told apart, beside their names: colors, and shapes where there are more. */
const COLORS = 6;
const SHAPES = [
  'rounded-full',
  'rounded-none',
  'rounded-none rotate-45 scale-90',
  'rounded-tl-full',
] as const;

/** The color of a speaker, 1, 2, 3 …, as a CSS value with enough contrast for text. */
export function speakerColor(id: number): string {
  return `var(--speaker-${((id - 1) % COLORS) + 1})`;
}

export function speakerShape(id: number): string {
  return SHAPES[Math.floor((id - 1) / COLORS) % SHAPES.length] ?? SHAPES[0];
}
