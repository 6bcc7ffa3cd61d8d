import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { formatCueTime, parseCueTime } from './cue-time.ts';

type TimeFieldProps = { label: string; ms: number; onChange: (ms: number) => void };

const STEP_MS = 100;

/** A moment to the thousandth: typed, or moved by tenths of a second with the arrow keys or the buttons. */
export function TimeField({ label, ms, onChange }: TimeFieldProps) {
  const [text, setText] = useState(formatCueTime(ms));
  useEffect(() => setText(formatCueTime(ms)), [ms]);
  const typed = parseCueTime(text);
  const step = (by: number) => onChange(Math.max(0, ms + by));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? STEP_MS : -STEP_MS);
  };
  return (
    <fieldset aria-label={label} className="flex items-center gap-1">
      <span aria-hidden className="w-10 text-soft">
        {label}
      </span>
      <button
        type="button"
        aria-label={`${label} 0.1 s earlier`}
        onClick={() => step(-STEP_MS)}
        className={STEP}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        aria-label={label}
        aria-invalid={typed === null || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => (typed === null ? setText(formatCueTime(ms)) : onChange(typed))}
        onKeyDown={onKeyDown}
        className="h-8 w-26 rounded-lg border border-field-line bg-panel px-2 text-center tabular-nums aria-invalid:border-danger"
      />
      <button
        type="button"
        aria-label={`${label} 0.1 s later`}
        onClick={() => step(STEP_MS)}
        className={STEP}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </fieldset>
  );
}

const STEP = 'grid size-8 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink';
