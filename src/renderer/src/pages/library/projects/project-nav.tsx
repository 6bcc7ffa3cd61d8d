import { Plus, SlidersHorizontal } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { NO_PROJECT, type Project } from '../../../../../shared/projects.ts';
import { SECTION_LINK } from '../../../components/frame/section-page.tsx';
import { Link } from '../../../components/link.tsx';
import { Select } from '../../../components/select.tsx';
import { projectPath } from '../../../route.ts';
import { navigate } from '../../../router.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useProjects } from '../../../stores/library/project-store.ts';
import { formatCount } from '../../../text/format.ts';
import { useMoves } from './move-store.ts';
import { NewProjectDialog } from './project-name-form.tsx';

/** The projects, at the left of the recordings: they lead to what is in them, and take what is dropped on them. */
export function ProjectNav() {
  const projects = useProjects((state) => state.projects);
  const [making, setMaking] = useState(false);
  return (
    <div className="w-44 shrink-0 max-lg:hidden">
      <nav
        aria-label="Projects"
        className="sticky top-20 -m-1 flex max-h-nav flex-col gap-0.5 overflow-y-auto overscroll-contain p-1 text-sm"
      >
        <Entry project="">All recordings</Entry>
        <Entry project={NO_PROJECT} onDropped={null}>
          No project
        </Entry>
        {projects.map((project) => (
          <Entry key={project.id} project={project.id} onDropped={project}>
            <span dir="auto" title={project.name} className="min-w-0 flex-1 truncate text-left">
              {project.name}
            </span>
            <span className="text-xs text-soft tabular-nums">
              {formatCount(project.recordings)}
              <span className="sr-only">
                {project.recordings === 1 ? ' recording' : ' recordings'}
              </span>
            </span>
          </Entry>
        ))}
        <button
          type="button"
          onClick={() => setMaking(true)}
          className={`flex items-center gap-2 text-left [&_svg]:size-4 [&_svg]:shrink-0 ${SECTION_LINK}`}
        >
          <Plus aria-hidden />
          New project
        </button>
        <OptionsLink className="mt-3" />
      </nav>
      <NewProjectDialog open={making} onClose={() => setMaking(false)} onMade={show} />
    </div>
  );
}

type EntryProps = {
  project: string;
  /** Where recordings go that are dropped on it; left out where none can be. */
  onDropped?: Project | null;
  children: ReactNode;
};

function Entry({ project, onDropped, children }: EntryProps) {
  const open = useLibrary((state) => state.project);
  const { dragged } = useMoves();
  const [isOver, setOver] = useState(false);
  const takes = onDropped !== undefined && dragged.length > 0;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    useMoves.drag([]);
    if (onDropped !== undefined) void useMoves.move(dragged, onDropped);
  };
  return (
    <Link
      href={projectPath(project)}
      draggable={false}
      aria-current={open === project ? 'page' : undefined}
      {...(takes && {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          event.dataTransfer.dropEffect = 'move';
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: drop,
      })}
      className={`flex items-center gap-2 ${SECTION_LINK} ${
        takes && isOver ? 'bg-accent-wash text-ink outline-2 outline-accent' : ''
      }`}
    >
      {children}
    </Link>
  );
}

function OptionsLink({ className }: { className: string }) {
  const open = useLibrary((state) => state.project);
  if (open === '' || open === NO_PROJECT) return null;
  return (
    <Link
      href={projectPath(open, 'options')}
      className={`inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-lg border border-line bg-panel px-3 text-sm whitespace-nowrap hover:bg-raised [&_svg]:size-4 ${className}`}
    >
      <SlidersHorizontal aria-hidden />
      Project options
    </Link>
  );
}

const show = ({ id }: Project) => navigate(projectPath(id));

const NEW = 'new';

/** The same in one line, for windows that have no room for a column. */
export function ProjectChoice() {
  const open = useLibrary((state) => state.project);
  const projects = useProjects((state) => state.projects);
  const [making, setMaking] = useState(false);
  return (
    <div className="flex gap-2 lg:hidden">
      <Select
        label="Project"
        className="min-w-0 flex-1 sm:max-w-80"
        value={open}
        onChange={(chosen) => (chosen === NEW ? setMaking(true) : navigate(projectPath(chosen)))}
        options={[
          ['', 'All recordings'],
          [NO_PROJECT, 'No project'],
          ...projects.map(
            ({ id, name, recordings }) => [id, `${name} (${formatCount(recordings)})`] as const,
          ),
          [NEW, 'New project…'],
        ]}
      />
      <OptionsLink className="" />
      <NewProjectDialog open={making} onClose={() => setMaking(false)} onMade={show} />
    </div>
  );
}
