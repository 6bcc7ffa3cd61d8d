/** Comments that are being written, kept in this browser until they are stored. */
import { z } from 'zod';
import { createKept } from '../kept.ts';

const Draft = z.object({
  text: z.string(),
  /** The comment as it was when writing began. */
  base: z.string(),
});
export type Draft = z.infer<typeof Draft>;
type Drafts = Readonly<Record<string, Draft>>;

const kept = createKept<Drafts>('highlight-drafts', z.record(z.string(), Draft), {});

export const readDrafts = (): Drafts => kept.read();

/** With a draft; one that says what is stored is none. */
export function keepDraft(drafts: Drafts, id: string, draft: Draft): Drafts {
  if (draft.text === draft.base) return forgetDraft(drafts, id);
  return kept.write({ ...drafts, [id]: draft });
}

export function forgetDraft(drafts: Drafts, id: string): Drafts {
  const { [id]: _, ...others } = drafts;
  return kept.write(others);
}
