import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import {
  MAX_COMMENT,
  type RecordingHighlight,
} from '../../../../../shared/highlights/highlight.ts';
import { Button } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { commandOf, keyName } from '../../../keys/key-matching.ts';
import { COMMENT_KEYS } from '../../../keys/key-tables.ts';
import { ColorButtons } from './color-choice.tsx';
import { isConflict, useHighlights } from './highlight-store.ts';

type HighlightFormProps = {
  highlight: RecordingHighlight;
  onDone: () => void;
  /** Left out where it can be deleted beside the form. */
  onDelete?: () => void;
};

/** The color of a highlight and what is written to it. What is not stored stays when it is closed. */
export function HighlightForm({ highlight, onDone, onDelete }: HighlightFormProps) {
  const { id, color, comment } = highlight;
  const draft = useHighlights((state) => state.drafts[id]);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { length } = field.current?.value ?? '';
    field.current?.focus();
    field.current?.setSelectionRange(length, length);
  }, []);
  const conflict = draft && isConflict(highlight, draft);
  /** Closes it once nothing is left to store. */
  const finish = async (storing: Promise<void>) => {
    await storing;
    if (useHighlights.getState().drafts[id] === undefined) onDone();
  };
  const save = () => void finish(useHighlights.keep(id));
  return (
    <Form className="space-y-2" onSubmit={save}>
      <div className="flex items-center justify-between gap-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">Color</legend>
          <ColorButtons
            label={(name) => `Color: ${name}`}
            chosen={[color]}
            onChoose={(chosen) => void useHighlights.paint(id, chosen)}
          />
        </fieldset>
        {onDelete && (
          <IconButton icon={Trash2} label="Delete the highlight" tip="Delete" onClick={onDelete} />
        )}
      </div>
      <textarea
        ref={field}
        dir="auto"
        rows={4}
        maxLength={MAX_COMMENT}
        aria-label="Comment"
        placeholder="Comment"
        value={draft?.text ?? comment ?? ''}
        onChange={({ target }) => useHighlights.write(id, target.value)}
        onKeyDown={(event) => {
          const { command } = commandOf(COMMENT_KEYS, event.nativeEvent) ?? {};
          if (command === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          if (command === 'keep') save();
          else onDone();
        }}
        className="field block max-h-comment w-full resize-y bg-page px-2.5 py-1.5 text-sm"
      />
      {conflict && (
        <Conflict
          comment={comment}
          onSettle={(whose) => void finish(useHighlights.settle(id, whose))}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-soft">
          {draft
            ? `A draft; ${keyName('Mod+Enter')} saves it.`
            : `Enter begins a line; ${keyName('Mod+Enter')} saves.`}
        </p>
        {!conflict && (
          <Button look="primary" type="submit">
            Save
          </Button>
        )}
      </div>
    </Form>
  );
}

type ConflictProps = { comment: string | null; onSettle: (whose: 'mine' | 'other') => void };

/** The comment that was stored elsewhere meanwhile, and which of the two stays. */
function Conflict({ comment, onSettle }: ConflictProps) {
  return (
    <div role="alert" className="space-y-2 rounded-lg border border-line bg-raised p-2.5 text-sm">
      <p className="font-medium">This comment was changed elsewhere. It now says:</p>
      <p dir="auto" className="max-h-32 overflow-y-auto whitespace-pre-line wrap-anywhere">
        {comment ?? 'Nothing: it was removed.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onSettle('mine')}>Keep mine</Button>
        <Button onClick={() => onSettle('other')}>Keep the other</Button>
      </div>
    </div>
  );
}
