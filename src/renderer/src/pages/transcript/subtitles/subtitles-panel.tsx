import type { Virtualizer } from '@tanstack/react-virtual';
import { Pencil } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { ALL_WORDS } from '../../../../../shared/subtitles/cue-edits.ts';
import type { EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import {
  type ScriptProfile,
  scriptProfile,
} from '../../../../../shared/subtitles/script-profile.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { LineCount, LineLength } from '../../../components/export-options-form.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { VirtualRows } from '../../../components/virtual-rows.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { CueButton } from './cue-button.tsx';
import { draftOf, indexOf, placeKeys, placeOf } from './cue-changes.ts';
import { CueEditor, keepWritten } from './cue-editor.tsx';
import { charactersASecond, LONGEST_MS } from './cue-limits.ts';
import { CueScreen } from './current-cue.tsx';
import { useRetiming } from './retiming-store.ts';
import { useCueList } from './use-cue-list.ts';

type SubtitlesPanelProps = {
  cues: readonly EditedCue[];
  language: string;
  /** Whether the cues are shown over a picture. */
  picture: boolean;
};

/** The subtitles as players show them, with how fast each must be read. Press one to play it, or edit it. */
export function SubtitlesPanel({ cues, language, picture }: SubtitlesPanelProps) {
  const keys = useMemo(() => placeKeys(cues), [cues]);
  const { current, list, virtualizer } = useCueList(cues, keys);
  const profile = scriptProfile(language);
  const limits = useLimits(profile);
  useKeepWritten(cues);
  const editing = useEditing(cues);
  const timed = useTimed(cues);
  useSought(cues, virtualizer);
  /** The button that opened the form, or what is in its place, has the focus again. */
  const onDone = (index: number) => {
    useRetiming.leave();
    requestAnimationFrame(() => {
      const row = `:scope > [data-index="${index}"] button`;
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>(row) ?? [])];
      buttons.at(-1)?.focus({ preventScroll: true });
    });
  };

  return (
    <>
      <SubtitleOptionsBar usual={profile.charsPerLine} />
      {!picture && <CueScreen cues={cues} />}
      <VirtualRows ref={list} virtualizer={virtualizer}>
        {(index) => {
          const cue = cues[index];
          if (index === editing) {
            return <CueEditor {...{ cues, index, profile, limits }} onDone={() => onDone(index)} />;
          }
          return (
            cue && (
              <CueRow
                cue={timed?.index === index ? { ...cue, ...timed.times } : cue}
                profile={profile}
                current={index === current}
                onPlay={() => {
                  if (editing < 0) useRetiming.leave();
                }}
                onEdit={() => {
                  keepWritten(cues);
                  useRetiming.write(placeOf(cues, index), draftOf(cue));
                }}
              />
            )
          );
        }}
      </VirtualRows>
    </>
  );
}

/** What is written is stored where another tab or page is opened; before that, for the page stores what was edited. */
function useKeepWritten(cues: readonly EditedCue[]): void {
  // There are none for a moment before the tab is left.
  const shown = useRef(cues);
  useLayoutEffect(() => {
    if (cues.length > 0) shown.current = cues;
  }, [cues]);
  useLayoutEffect(
    () => () => {
      keepWritten(shown.current);
      useRetiming.leave();
    },
    [],
  );
}

/** What can be read, as the subtitles are laid out. */
function useLimits(profile: ScriptProfile) {
  const choice = useExport((state) => state.choice);
  return {
    charsPerLine: choice.max_chars_per_line ?? profile.charsPerLine,
    maxLines: choice.max_lines,
    maxMs: LONGEST_MS,
  };
}

/** Which cue's form is open, wherever in the list it is now; -1 for none. */
function useEditing(cues: readonly EditedCue[]): number {
  const place = useRetiming(({ place, text }) => (text === null ? null : place));
  return place ? indexOf(cues, place) : -1;
}

function useSought(cues: readonly EditedCue[], virtualizer: Virtualizer<Window, Element>): void {
  const sought = useRetiming((state) => state.sought);
  useEffect(() => {
    if (sought === null || cues.length === 0) return;
    const index = cues.findIndex(({ endMs }) => endMs > sought);
    virtualizer.scrollToIndex(index < 0 ? cues.length - 1 : index);
    useRetiming.seek(null);
  }, [sought, cues, virtualizer]);
}

/** The cue whose times are being tried on the waveform. */
function useTimed(cues: readonly EditedCue[]) {
  const place = useRetiming((state) => state.place);
  const times = useRetiming((state) => state.times);
  return place && times && { index: indexOf(cues, place), times };
}

type CueRowProps = {
  cue: EditedCue;
  profile: ScriptProfile;
  current: boolean;
  onPlay: () => void;
  onEdit: () => void;
};

/** One subtitle: press it to see and play it, or write in it. */
function CueRow({ cue, profile, current, onPlay, onEdit }: CueRowProps) {
  const speed = charactersASecond(draftOf(cue), profile);
  const isFast = speed > profile.hardCps;
  return (
    <div className="flex items-start gap-1">
      <CueButton
        {...{ cue, current, speed }}
        trouble={isFast && <span className="sr-only">, too fast to read</span>}
        onPress={onPlay}
      >
        {cue.edit && (
          <span className={`block text-sm ${cue.edit.outdated ? 'text-doubt' : 'text-soft'}`}>
            {cue.edit.outdated ? 'Edited – the text below it has changed since' : 'Edited'}
          </span>
        )}
      </CueButton>
      <IconButton
        icon={Pencil}
        label={`Edit the subtitle at ${formatClock(cue.startMs)}`}
        tip="Edit"
        onClick={onEdit}
      />
    </div>
  );
}

/** How subtitles are laid out, here as in an export, and what concerns all of those that were edited. */
function SubtitleOptionsBar({ usual }: { usual: number }) {
  const lengthId = useId();
  const edited = useTranscript(({ cues }) => cues !== null && cues.length > 0);
  return (
    <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2 text-sm">
      <label htmlFor={lengthId} className="flex items-center gap-2">
        Characters per line
        <LineLength id={lengthId} usual={String(usual)} className="h-8 w-18 px-2" />
      </label>
      <span className="flex items-center gap-2">
        Lines
        <LineCount className="w-18" />
      </span>
      {edited && (
        <ConfirmDialog
          trigger={<Button className="ml-auto">Reset all</Button>}
          title="Make all subtitles of the words again?"
          description="What you wrote, split, joined and timed by hand is taken back. Undo brings it back."
          action="Back to automatic"
          onConfirm={() => useEdits.make([{ op: 'cues', ...ALL_WORDS, cues: null }])}
        />
      )}
    </div>
  );
}
