/** Comments that are being written, kept in this browser until they are stored. */
import { z } from 'zod';

const KEY = 'highlight-drafts';
const Draft = z.object({
  text: z.string(),
  /** The comment as it was when writing began. */
  base: z.string(),
});
export type Draft = z.infer<typeof Draft>;
type Drafts = Readonly<Record<string, Draft>>;

export function readDrafts(): Drafts {
  try {
    return z.record(z.string(), Draft).parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** With a draft; one that says what is stored is none. */
export function keepDraft(drafts: Drafts, id: string, draft: Draft): Drafts {
  if (draft.text === draft.base) return forgetDraft(drafts, id);
  return store({ ...drafts, [id]: draft });
}

export function forgetDraft(drafts: Drafts, id: string): Drafts {
  const { [id]: _, ...others } = drafts;
  return store(others);
}

function store(drafts: Drafts): Drafts {
  localStorage.setItem(KEY, JSON.stringify(drafts));
  return drafts;
}
