import { Combobox } from '@base-ui/react/combobox';
import { useState } from 'react';
import { casefold } from '../../../../../shared/casefold.ts';
import { MAX_PROJECT_NAME, type Project, ProjectName } from '../../../../../shared/projects.ts';
import { spellingKey } from '../../../../../shared/spelling/spelling.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { knownRecording } from '../../../stores/library/change-recordings.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useProjects } from '../../../stores/library/project-store.ts';
import { visibleIds } from '../list/use-visible-ids.ts';
import { nameOf, useMoves } from './move-store.ts';

export function MoveDialog() {
  const asking = useMoves((state) => state.asking);
  const close = () => useMoves.ask([]);
  return (
    <Dialog
      open={asking.length > 0}
      title={`Move ${nameOf(asking)} to…`}
      onClose={close}
      initialFocus={() => document.querySelector<HTMLElement>('[data-dialog] input')}
      // A row that leaves the list would take the focus with it.
      finalFocus={() => document.getElementById(useLibrary.getState().activeId ?? '')}
    >
      {asking.length > 0 && <Choice ids={asking} onDone={close} />}
    </Dialog>
  );
}

type Target = { key: string; label: string; to: Project | null | 'new' };

function Choice({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { projects } = useProjects();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const targets = useTargets(ids, projects, text);
  const isTooLong = text.trim().length > MAX_PROJECT_NAME;

  const choose = async ({ to, label }: Target) => {
    const target = to === 'new' ? await useProjects.make(label) : to;
    if (typeof target === 'string') return setRefusal(target);
    leaveRows(ids, target);
    onDone();
    await useMoves.move(ids, target);
  };

  return (
    <Combobox.Root
      inline
      open
      items={targets}
      filter={null}
      value={null}
      inputValue={text}
      onInputValueChange={(typed, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return;
        setText(typed);
        setRefusal(null);
      }}
      itemToStringLabel={({ label }: Target) => label}
      onValueChange={(target: Target | null) => target && void choose(target)}
      autoHighlight
    >
      <Combobox.Input
        dir="auto"
        aria-label="Project"
        placeholder={
          projects.length > 0 ? 'Find a project, or name a new one' : 'Name a new project'
        }
        className="field h-9 w-full bg-page px-3 text-sm"
      />
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {isTooLong ? `A name has at most ${MAX_PROJECT_NAME} characters.` : refusal}
      </p>
      <Combobox.List
        aria-label="Projects"
        className="mt-2 max-h-72 overflow-y-auto overscroll-contain text-sm"
      >
        {(target: Target) => (
          <Combobox.Item
            key={target.key}
            value={target}
            className="flex cursor-default scroll-my-1 items-center rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-raised"
          >
            {target.to === 'new' && <span className="shrink-0 pr-1.5">New project</span>}
            <span dir="auto" className="min-w-0 truncate">
              {target.to === 'new' ? `“${target.label}”` : target.label}
            </span>
          </Combobox.Item>
        )}
      </Combobox.List>
    </Combobox.Root>
  );
}

/** What matches the text: projects by any part of their name, none at all, and a new one of this name. */
function useTargets(ids: readonly string[], projects: readonly Project[], text: string): Target[] {
  const from = new Set(ids.map((id) => knownRecording(id)?.project_id ?? null));
  const typed = ProjectName.safeParse(text).data ?? null;
  const matches = (label: string) => casefold(label).includes(casefold(text.trim()));
  const others = projects.filter(({ id }) => from.size > 1 || !from.has(id));
  const isNew =
    typed !== null && !projects.some(({ name }) => spellingKey(name) === spellingKey(typed));
  return [
    ...others
      .filter(({ name }) => matches(name))
      .map((to): Target => ({ key: to.id, label: to.name, to })),
    ...(isNew ? [{ key: 'new', label: typed, to: 'new' as const }] : []),
    ...(from.size > 1 || !from.has(null)
      ? [{ key: 'none', label: 'No project', to: null }]
      : []
    ).filter(({ label }) => matches(label)),
  ];
}

/** The row that gets the keyboard when these leave the list of the open project. */
function leaveRows(ids: readonly string[], target: Project | null): void {
  const { project, activeId } = useLibrary.getState();
  if (project === '' || project === (target?.id ?? 'none')) return;
  const shown = visibleIds();
  const at = shown.indexOf(activeId ?? '');
  const left = (id: string) => !ids.includes(id);
  const next = shown.slice(at + 1).find(left) ?? shown.slice(0, at + 1).findLast(left);
  if (next) useLibrary.setActive(next);
}
