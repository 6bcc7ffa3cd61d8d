import { Minus, Play, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import type { ScriptProfile } from '../../../../../shared/subtitles/script-profile.ts';
import type { TimeSpan } from '../../../../../shared/time.ts';
import { Button } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { SUBTITLE_KEYS, TIME_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { playSpan } from '../player/controls.ts';
import {
  backToAutomatic,
  draftOf,
  indexOf,
  joinNext,
  moveEdge,
  rewrite,
  roomOf,
  split,
  within,
} from './cue-changes.ts';
import { type Limits, type Measure, measure } from './cue-limits.ts';
import { formatCueTime, parseCueTime } from './cue-time.ts';
import { useRetiming } from './retiming-store.ts';

type CueEditorProps = {
  cues: readonly EditedCue[];
  index: number;
  profile: ScriptProfile;
  limits: Limits;
  onDone: () => void;
};

/** One subtitle to write in and to time. Control and Enter save it, Escape leaves it as it was. */
export function CueEditor({ cues, index, profile, limits, onDone }: CueEditorProps) {
  const cue = cues[index];
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useRetiming((state) => state.text);
  const times = useRetiming((state) => state.times);
  usePageKeys(
    SUBTITLE_KEYS,
    { keep: () => form.current?.requestSubmit(), cancel: onDone },
    { within: form, alone: true },
  );
  useEffect(() => (form.current ? showWhole(form.current) : undefined), []);
  if (!cue || text === null) return null;
  const room = roomOf(cues, index);
  const draft = { ...within(times ?? cue, room), text };
  const apply = (edit: ReturnType<typeof split>) => {
    if (!edit) return;
    useEdits.make([edit]);
    onDone();
  };
  // Without a place, it is cut in the middle.
  const caret = () => {
    const at = field.current?.selectionStart ?? 0;
    return at > 0 && at < text.length ? at : middleOf(text);
  };
  const save = () => {
    // A time that is typed counts once its field is left.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const typed = within(useRetiming.getState().times ?? cue, room);
    const isMoved = typed.startMs !== cue.startMs || typed.endMs !== cue.endMs;
    if (isMoved || text !== draftOf(cue).text) apply(rewrite(cues, index, { ...typed, text }));
    else onDone();
  };
  return (
    <Form
      ref={form}
      aria-label="Subtitle"
      onSubmit={save}
      className="my-1 scroll-mt-[calc(var(--head)+--spacing(28))] scroll-mb-[calc(var(--foot,--spacing(16))+--spacing(2))] space-y-3 rounded-lg short:scroll-mt-[calc(var(--head)+--spacing(2))] border border-line bg-panel p-3 pb-0 text-sm"
    >
      <textarea
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person asked to write here.
        autoFocus
        dir="auto"
        aria-label="Text"
        rows={Math.max(2, text.split('\n').length)}
        value={text}
        onChange={({ target }) => useRetiming.setText(target.value)}
        className="field block w-full resize-none px-3 py-2 text-base"
      />
      <Times times={draft} room={room} />
      <LimitList measures={measure(draft, profile, limits)} />
      {/* In reach also where the window is too low for the whole of it. */}
      <div className="sticky bottom-[var(--foot,--spacing(16))] -mx-3 flex flex-wrap gap-2 rounded-b-lg bg-panel p-3 pt-0">
        <Button type="submit" look="primary">
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
        <Button onClick={() => apply(split(cues, index, draft, caret()))}>
          Split at the cursor
        </Button>
        <Button
          disabled={index + 1 >= cues.length}
          onClick={() => apply(joinNext(cues, index, draft))}
        >
          Join with the next
        </Button>
        {cue.edit && (
          <Button onClick={() => apply(backToAutomatic(cues, index))}>Back to automatic</Button>
        )}
      </div>
    </Form>
  );
}

const AT_ONCE = { block: 'nearest', behavior: 'instant' } as const;

/** Brings a form into view with all that can be done with it, not below the player; for the last row, once the list has grown. */
function showWhole(form: HTMLElement): () => void {
  const list = form.closest('ol');
  const before = list?.clientHeight;
  form.scrollIntoView(AT_ONCE);
  const observer = new ResizeObserver(() => {
    if (list?.clientHeight === before) return;
    form.scrollIntoView(AT_ONCE);
    observer.disconnect();
  });
  if (list) observer.observe(list);
  return () => observer.disconnect();
}

/** What is written stays, as in the text, where the form is left for another one or another tab. */
export function keepWritten(cues: readonly EditedCue[]): void {
  const { place, times, text, touched } = useRetiming.getState();
  const index = place ? indexOf(cues, place) : -1;
  const cue = cues[index];
  if (!cue || !touched || text === null || text.trim() === '') return;
  const room = roomOf(cues, index);
  useEdits.make([rewrite(cues, index, { ...within(times ?? cue, room), text })]);
}

type TimesProps = { times: TimeSpan; room: ReturnType<typeof roomOf> };

function Times({ times: { startMs, endMs }, room }: TimesProps) {
  const move = (edge: keyof TimeSpan, ms: number) =>
    useRetiming.try(moveEdge({ startMs, endMs }, edge, ms, room), false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <TimeField label="Start" ms={startMs} onChange={(ms) => move('startMs', ms)} />
      <TimeField label="End" ms={endMs} onChange={(ms) => move('endMs', ms)} />
      <Button icon={Play} onClick={() => playSpan({ startMs, endMs })}>
        Play
      </Button>
    </div>
  );
}

function LimitList({ measures }: { measures: readonly Measure[] }) {
  return (
    <ul aria-label="Limits" className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
      {measures.map(({ name, text, ok }) => (
        <li key={name} className={ok ? 'text-soft' : 'font-medium text-danger'}>
          {name}: {text}
          {!ok && ' – beyond the limit'}
        </li>
      ))}
    </ul>
  );
}

/** The gap between words that is nearest to the middle. */
function middleOf(text: string): number {
  const gaps = [...text.matchAll(/\s+/gu)].map(({ index }) => index);
  const away = (at: number) => Math.abs(at - text.length / 2);
  return gaps.toSorted((a, b) => away(a) - away(b))[0] ?? Math.ceil(text.length / 2);
}

type TimeFieldProps = { label: string; ms: number; onChange: (ms: number) => void };

const STEP_MS = 100;

/** A moment to the thousandth: typed, or moved by tenths of a second with the arrow keys or the buttons. */
function TimeField({ label, ms, onChange }: TimeFieldProps) {
  const [text, setText] = useState(formatCueTime(ms));
  useEffect(() => setText(formatCueTime(ms)), [ms]);
  const typed = parseCueTime(text);
  const step = (by: number) => onChange(Math.max(0, ms + by));
  const field = useRef<HTMLInputElement>(null);
  usePageKeys(
    TIME_KEYS,
    { later: () => step(STEP_MS), earlier: () => step(-STEP_MS) },
    { within: field },
  );
  return (
    <fieldset aria-label={label} className="flex items-center gap-1">
      <span aria-hidden className="w-10 text-soft">
        {label}
      </span>
      <IconButton
        icon={Minus}
        label={`${label} 0.1 s earlier`}
        tip="Earlier"
        onClick={() => step(-STEP_MS)}
      />
      <input
        ref={field}
        aria-label={label}
        aria-invalid={typed === null || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => (typed === null ? setText(formatCueTime(ms)) : onChange(typed))}
        className="field h-8 w-26 px-2 text-center tabular-nums aria-invalid:border-danger"
      />
      <IconButton
        icon={Plus}
        label={`${label} 0.1 s later`}
        tip="Later"
        onClick={() => step(STEP_MS)}
      />
    </fieldset>
  );
}
