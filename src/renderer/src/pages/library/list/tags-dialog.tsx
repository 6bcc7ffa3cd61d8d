import { useState } from 'react';
import { casefold } from '../../../../../shared/casefold.ts';
import { Tag } from '../../../../../shared/transcription/update-transcription.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Field, Form } from '../../../components/form.tsx';
import { useLoad } from '../../../components/use-load.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { formatCount } from '../../../text/format.ts';
import { useTags } from './tag-store.ts';

type TagsDialogProps = {
  ids: readonly string[];
  open: boolean;
  onClose: () => void;
};

/** The tags of one or several recordings: each change is stored at once. */
export function TagsDialog({ ids, open, onClose }: TagsDialogProps) {
  return (
    <Dialog
      open={open}
      title={ids.length === 1 ? 'Tags' : `Tags of ${ids.length} recordings`}
      onClose={onClose}
      initialFocus={() => document.getElementById('new-tag')}
    >
      <Content ids={ids} />
    </Dialog>
  );
}

/** Fewer are saved before anybody has read how many there are. */
const MANY = 20;

function Content({ ids }: { ids: readonly string[] }) {
  const byId = useLibrary((state) => state.byId);
  const { tags, left } = useTags();
  useLoad(useTags.load);
  const [text, setText] = useState('');
  const opened = useTranscript((state) => state.transcription);
  const own = ids.map((id) => {
    const known = opened?.id === id ? opened : byId.get(id);
    return new Set((known?.tags ?? []).map(casefold));
  });
  const parsed = Tag.safeParse(text);
  const add = () => {
    if (!parsed.success) return;
    const known = tags.find(({ tag }) => casefold(tag) === casefold(parsed.data));
    void useTags.change(ids, known?.tag ?? parsed.data, true);
    setText('');
  };
  return (
    <>
      <Form onSubmit={add} className="flex items-end gap-2">
        <Field
          label="New tag"
          className="min-w-0 flex-1"
          onPanel
          id="new-tag"
          dir="auto"
          value={text}
          maxLength={50}
          onChange={setText}
          aria-describedby="tag-hint"
        />
        <Button type="submit" disabled={!parsed.success}>
          Add
        </Button>
      </Form>
      <p id="tag-hint" className="mt-1 min-h-5 text-sm text-soft">
        {text.includes(',') ? 'One tag at a time, without a comma.' : ''}
        {left > MANY && `Saving, ${formatCount(left)} to go…`}
      </p>
      {tags.length > 0 && (
        <ul aria-label="Tags in use" className="max-h-64 overflow-y-auto">
          {tags.map(({ tag }) => {
            const count = own.filter((set) => set.has(casefold(tag))).length;
            return (
              <li key={tag}>
                <label className="flex items-center gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-raised">
                  <input
                    type="checkbox"
                    checked={count === ids.length}
                    ref={(box) => {
                      if (box) box.indeterminate = count > 0 && count < ids.length;
                    }}
                    onChange={() => void useTags.change(ids, tag, count < ids.length)}
                    className="size-4 accent-accent"
                  />
                  <span dir="auto">{tag}</span>
                </label>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
