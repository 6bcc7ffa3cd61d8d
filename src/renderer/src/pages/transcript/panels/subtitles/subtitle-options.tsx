import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { ConfirmDialog } from '../../../../components/dialogs/confirm-dialog.tsx';
import { Select } from '../../../../components/select/select.tsx';
import { useCues } from '../../../../stores/transcript/cue-store.ts';
import { useExport } from '../../../../stores/transcript/export-store.ts';

const LINES = ['1', '2', '3'].map((lines) => [lines, lines] as const);
const FIELD = 'h-8 rounded-lg border border-field-line bg-panel px-2';

/** How subtitles are laid out, here as in an export, and what concerns all of those that were edited. */
export function SubtitleOptionsBar({ usual }: { usual: number }) {
  const choice = useExport((state) => state.choice);
  const choose = useExport((state) => state.choose);
  const edited = useCues((state) => state.edits.length);
  const canUndo = useCues((state) => state.before.length > 0);
  const saving = useCues((state) => state.saving);
  const { undo, writeNone } = useCues.getState();
  const [asking, setAsking] = useState(false);
  return (
    <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2 text-sm">
      <label className="flex items-center gap-2">
        Characters per line
        <input
          type="number"
          min={10}
          max={100}
          placeholder={String(usual)}
          value={choice.max_chars_per_line ?? ''}
          onChange={({ target }) => {
            const given = target.value !== '' && target.validity.valid;
            choose({ max_chars_per_line: given ? Number(target.value) : undefined });
          }}
          className={`${FIELD} w-18`}
        />
      </label>
      <span className="flex items-center gap-2">
        Lines
        <Select
          label="Lines"
          value={String(choice.max_lines)}
          onChange={(lines) => choose({ max_lines: Number(lines) })}
          options={LINES}
          className="w-18"
        />
      </span>
      <div className="ml-auto flex flex-wrap gap-2">
        {canUndo && (
          <Button disabled={saving} onClick={() => void undo()}>
            Undo
          </Button>
        )}
        {edited > 0 && (
          <Button disabled={saving} onClick={() => setAsking(true)}>
            All back to automatic
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Make all subtitles of the words again?"
        description="What you wrote, split, joined and timed by hand is taken back. Undo brings it back while this page is open."
        action="Back to automatic"
        onClose={() => setAsking(false)}
        onConfirm={() => void writeNone()}
      />
    </div>
  );
}
