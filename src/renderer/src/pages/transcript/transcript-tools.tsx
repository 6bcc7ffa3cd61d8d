import { Menu } from '@base-ui/react/menu';
import {
  Captions,
  Check,
  Download,
  Ellipsis,
  Folder,
  FolderOpen,
  GitCompare,
  History,
  Keyboard,
  ListTree,
  Printer,
  Redo2 as Redo,
  RefreshCw,
  Search,
  SpellCheck,
  Trash2,
  Undo2 as Undo,
} from 'lucide-react';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { useTranscribeAgain } from '../../components/dialogs/transcribe-again-dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { MENU_ITEM, MenuEntry, MenuPopup } from '../../components/menu-popup.tsx';
import { isApple, keyName } from '../../keys/key-matching.ts';
import { folderOpener } from '../../open-folder.ts';
import { describeWaiting, useEdits } from '../../stores/transcript/edit-store.ts';
import { PLAIN_TEXT, useExport } from '../../stores/transcript/export-store.ts';
import { useTranscript } from '../../stores/transcript/transcript-store.ts';
import { goneText, type NamedStep, stepName } from '../../text/step-name.ts';
import { useMoves } from '../library/projects/move-store.ts';
import { mayHavePicture, useMediaExports } from './clips/media-export-store.ts';
import { deleteAndLeave } from './delete-and-leave.ts';
import { useFind } from './find/find-store.ts';
import { openDialog, openExport } from './open-dialog.ts';

type OfTranscript = { transcription: Transcription };

/** What can be done with a transcript. Names give way to icons where there is no room for them. */
export function TranscriptTools({ transcription }: OfTranscript) {
  const wording = useExport((state) => state.choice.wording);
  const chapters = transcription.result?.structured?.table_of_contents ?? [];
  return (
    <div className="flex h-11 short:h-9 items-center gap-1 max-sm:w-full">
      {/* Wide windows show them next to the text. */}
      {chapters.length > 1 && (
        <div className="lg:hidden">
          <IconButton icon={ListTree} label="Contents" onClick={() => openDialog('contents')} />
        </div>
      )}
      <UndoAndRedo />
      <IconButton
        icon={Search}
        label="Find and replace"
        tip="Find and replace (/)"
        onClick={useFind.show}
      />
      <IconButton
        icon={SpellCheck}
        label="Review doubtful words"
        tip="Review doubtful words (.)"
        onClick={() => useFind.setDoubt(0)}
      >
        <span className="max-lg:hidden">Review</span>
      </IconButton>
      <IconButton
        icon={Download}
        label="Export…"
        tip={`Export (${keyName('Mod+S')})`}
        onClick={openExport}
      >
        <span className="max-lg:hidden">Export…</span>
      </IconButton>
      <CopyButton
        look="primary"
        narrow
        text={() => useExport.text(transcription.id, { ...PLAIN_TEXT, wording })}
      >
        Copy text
      </CopyButton>
      <MoreMenu transcription={transcription} />
      <SaveState />
    </div>
  );
}

/** One history for text, speakers and subtitles; the buttons say what they take back or do again. */
function UndoAndRedo() {
  const waiting = useTranscript((state) => state.waiting.at(-1));
  const taken = useEdits((state) => state.taken.at(-1));
  const history = useEdits((state) => state.history);
  const gone = useEdits((state) => state.gone);
  const last = waiting ? describeWaiting(waiting) : history.undo;
  const next = taken ? describeWaiting(taken) : history.redo;
  const named = (word: string, step: NamedStep | null) =>
    step ? `${word}: ${stepName(step)}` : word;
  const [undoing, redoing] = [named('Undo', last), named('Redo', next)];
  return (
    <>
      <IconButton
        icon={Undo}
        label={undoing}
        tip={`${undoing} (${keyName('Mod+Z')})`}
        disabled={!last}
        onClick={useEdits.undo}
      />
      <IconButton
        icon={Redo}
        label={redoing}
        tip={`${redoing} (${keyName(REDO)})`}
        disabled={!next}
        onClick={useEdits.redo}
      />
      <span role="status" className="sr-only">
        {gone && goneText(gone)}
      </span>
    </>
  );
}

/** Macs have no Y for it. */
const REDO = isApple() ? 'Mod+Shift+Z' : 'Mod+Y';

/** What is rarely wanted, or better not pressed by mistake. */
function MoreMenu({ transcription }: OfTranscript) {
  const openFolder = folderOpener(transcription.id);
  const unsettled = useTranscript((state) => state.conflicts.length > 0);
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label="More"
        className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink max-sm:ml-auto"
      >
        <Ellipsis aria-hidden className="size-4" />
      </Menu.Trigger>
      <MenuPopup align="end">
        {/* Also where the choice was put off. */}
        {unsettled && (
          <MenuEntry
            icon={GitCompare}
            label="Changed in two places…"
            onClick={() => openDialog('conflicts')}
          />
        )}
        <MenuEntry
          icon={History}
          label="Compare with original…"
          onClick={() => openDialog('original')}
        />
        <MenuEntry
          icon={RefreshCw}
          label="Transcribe again…"
          onClick={() => useTranscribeAgain.ask(transcription)}
        />
        {mayHavePicture(transcription) && (
          <MenuEntry
            icon={Captions}
            label="Video with subtitles…"
            onClick={() => useMediaExports.ask({ kind: 'video' })}
          />
        )}
        <MenuEntry icon={Printer} label="Print…" onClick={() => print()} />
        <CleanWording />
        <MenuEntry
          icon={Folder}
          label="Move to project…"
          onClick={() => useMoves.ask([transcription.id])}
        />
        {openFolder && transcription.result?.media && (
          <MenuEntry icon={FolderOpen} label="Open folder" onClick={openFolder} />
        )}
        <MenuEntry icon={Keyboard} label="Keyboard shortcuts" onClick={() => openDialog('help')} />
        <Menu.Separator className="my-1 h-px bg-line" />
        <MenuEntry
          icon={Trash2}
          label="Delete recording"
          onClick={() => deleteAndLeave(transcription)}
        />
      </MenuPopup>
    </Menu.Root>
  );
}

/** For reading, copying and exports alike; the text itself keeps them. */
function CleanWording() {
  const wording = useExport((state) => state.choice.wording);
  return (
    <Menu.CheckboxItem
      className={MENU_ITEM}
      checked={wording === 'clean'}
      onCheckedChange={(checked) => useExport.choose({ wording: checked ? 'clean' : 'verbatim' })}
    >
      <span className="grid size-4 place-items-center">
        <Menu.CheckboxItemIndicator>
          <Check aria-hidden className="size-4" />
        </Menu.CheckboxItemIndicator>
      </span>
      Clean, without fillers such as “um”
    </Menu.CheckboxItem>
  );
}

function SaveState() {
  const waits = useTranscript((state) => state.waiting.length > 0);
  const problem = useEdits((state) => state.problem);
  const text = useEdits(({ saving, labeling, history }) => {
    if (labeling) return 'Listening…';
    if (problem && waits) return 'Not saved';
    if (saving || waits) return 'Saving…';
    return history.undo ? 'Saved' : '';
  });
  return (
    <span
      role="status"
      title={problem && waits ? `${problem} ${KEPT}` : undefined}
      className="order-first w-17 shrink-0 pr-2 text-right text-xs whitespace-nowrap text-soft 2xl:w-20 2xl:text-sm max-sm:sr-only short:max-lg:sr-only"
    >
      {text}
    </span>
  );
}

const KEPT = 'It is kept in this browser, and saved as soon as Steno answers again.';
