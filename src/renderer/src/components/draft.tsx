import { useState } from 'react';
import { Button } from './button.tsx';

/**
 * What a form holds of something that the service keeps. It follows what is saved elsewhere until something is changed
 * here, and then stays, also while an answer is waited for.
 */
export function useDraft<Value>(saved: Value, isSame: (one: Value, other: Value) => boolean) {
  /** `from` is what was saved when this draft was begun. */
  const [{ from, draft }, setState] = useState({ from: saved, draft: saved });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const take = () => setState({ from: saved, draft: saved });
  if (from !== saved && (isSame(draft, from) || isSame(draft, saved))) take();

  const edit = (value: Value) => {
    setState({ from, draft: value });
    setRefusal(null);
  };
  /** `answer` to what was sent is the reason of a refusal, else `null`. */
  const save = async (sent: Value, answer: Promise<string | null>) => {
    setSaving(true);
    const refused = await answer;
    setSaving(false);
    setRefusal(refused);
    if (refused === null) setState((now) => ({ ...now, from: sent }));
  };
  const changedElsewhere = !saving && !isSame(saved, from);
  return { draft, edit, save, refusal, changedElsewhere, take };
}

/** Spaces around it do not count. */
export const isSameText = (one: string, other: string): boolean => one.trim() === other.trim();

type ChangedElsewhereProps = Pick<
  ReturnType<typeof useDraft<unknown>>,
  'changedElsewhere' | 'take'
>;

/** What would be replaced unseen. */
export function ChangedElsewhere({ changedElsewhere, take }: ChangedElsewhereProps) {
  return (
    <div role="status" className="w-full empty:hidden">
      {changedElsewhere && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <p className="text-doubt">This was changed elsewhere; saving replaces that.</p>
          <Button onClick={take}>Show what is saved</Button>
        </div>
      )}
    </div>
  );
}
