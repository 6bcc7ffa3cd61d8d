/**
 * Edits that the service does not have yet, kept in this browser: they survive a crash of the window and an unreachable
 * service. Each page keeps its own, so that two pages of the same transcript do not overwrite each other's.
 */
import { z } from 'zod';
import { create } from 'zustand';
import { Conflict, newName, WaitingStep } from './waiting-steps.ts';

/** The text being written in a sentence. */
export const Draft = z.object({
  start: z.number(),
  /** What the sentence said when the user began to write. */
  base: z.string(),
  text: z.string(),
  caret: z.int(),
});
export type Draft = z.infer<typeof Draft>;

const Unsaved = z.object({
  steps: z.array(WaitingStep),
  draft: Draft.nullable(),
  conflicts: z.array(Conflict),
});
export type Unsaved = z.infer<typeof Unsaved>;

const PREFIX = 'unsaved';
/** This page, among those of the browser. */
const page = newName();
const lockOf = (name: string) => `steno ${name}`;
// Held while the page lives, so that another one knows when it is gone.
void navigator.locks?.request(lockOf(page), () => new Promise(() => {}));

/** Keeps what is unsaved of a transcription. Returns false where the browser has no room. */
export function keep(id: string, unsaved: Unsaved): boolean {
  const { steps, draft, conflicts } = unsaved;
  const key = `${PREFIX} ${id} ${page}`;
  try {
    if (steps.length + conflicts.length === 0 && draft === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(unsaved));
    const isUnsettled = conflicts.length > 0;
    if (useUnsettled.getState().ids.has(id) !== isUnsettled)
      useUnsettled.setState({ ids: findUnsettled() });
    return true;
  } catch {
    return false;
  }
}

/** The transcriptions with sentences that were changed in two places, which the user has not settled yet. */
export const useUnsettled = create<{ ids: ReadonlySet<string> }>()(() => ({
  ids: findUnsettled(),
}));
// Another page may have settled them.
window.addEventListener('storage', () => useUnsettled.setState({ ids: findUnsettled() }));

function findUnsettled(): Set<string> {
  const found = keysOf().filter(({ key }) => (read(key)?.conflicts.length ?? 0) > 0);
  return new Set(found.map(({ id }) => id));
}

/** Takes over what closed pages have left of a transcription. */
export async function takeOver(id: string): Promise<Unsaved[]> {
  const found: Unsaved[] = [];
  for (const { key, owner } of keysOf(id)) {
    if (owner !== page && !(await isGone(owner))) continue;
    const unsaved = read(key);
    localStorage.removeItem(key);
    if (unsaved) found.push(unsaved);
  }
  return found;
}

/** Keeps what was taken over for whoever opens the transcription next. */
export function putBack(id: string, left: readonly Unsaved[]): void {
  if (left.length === 0) return;
  keep(id, {
    steps: left.flatMap(({ steps }) => steps),
    draft: left.find(({ draft }) => draft !== null)?.draft ?? null,
    conflicts: left.flatMap(({ conflicts }) => conflicts),
  });
}

/** The transcriptions with unsaved edits. */
export function unsavedIds(): string[] {
  return [...new Set(keysOf().map(({ id }) => id))];
}

function keysOf(wanted?: string): { key: string; id: string; owner: string }[] {
  return Object.keys(localStorage).flatMap((key) => {
    const [prefix, id = '', owner = ''] = key.split(' ');
    if (prefix !== PREFIX || (wanted !== undefined && id !== wanted)) return [];
    return [{ key, id, owner }];
  });
}

async function isGone(owner: string): Promise<boolean> {
  // Only pages over https or of this machine have locks; the service knows a step that comes twice.
  if (!navigator.locks) return true;
  return navigator.locks.request(lockOf(owner), { ifAvailable: true }, (lock) => lock !== null);
}

function read(key: string): Unsaved | null {
  try {
    return Unsaved.parse(JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return null;
  }
}
