import { COLOR_SIGNS, HighlightColor } from '../../../../../shared/highlights/highlight.ts';

const COLORS = HighlightColor.options;

export const COLOR_NAMES: Readonly<Record<HighlightColor, string>> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
};

/** What the words and the sign of a color stand on, and the line under them. */
export const markStyle = (color: HighlightColor) => ({
  backgroundColor: `var(--marked-${color})`,
  borderColor: `var(--marked-${color}-line)`,
});

export function ColorSign({ color }: { color: HighlightColor }) {
  return (
    <span
      aria-hidden
      style={markStyle(color)}
      className="mark-sign grid size-6 shrink-0 place-items-center rounded text-sm font-medium"
    >
      {COLOR_SIGNS[color]}
    </span>
  );
}

type ColorButtonsProps = {
  /** What a button does, such as `Highlight in yellow`. */
  label: (name: string) => string;
  /** Those that are chosen; left out where none can be. */
  chosen?: readonly HighlightColor[];
  onChoose: (color: HighlightColor) => void;
};

export function ColorButtons({ label, chosen, onChoose }: ColorButtonsProps) {
  return COLORS.map((color) => (
    <button
      key={color}
      type="button"
      aria-label={label(COLOR_NAMES[color].toLowerCase())}
      title={COLOR_NAMES[color]}
      {...(chosen && { 'aria-pressed': chosen.includes(color) })}
      // The selection stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(color)}
      className="rounded-md border border-transparent p-1 hover:bg-raised aria-pressed:border-accent"
    >
      <ColorSign color={color} />
    </button>
  ));
}
