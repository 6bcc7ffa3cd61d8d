import { NO_PROJECT } from '../../../../../shared/projects.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useProjects } from '../../../stores/library/project-store.ts';

/** Says which project new recordings go into; nothing where none is open. */
export function AddsToProject() {
  const open = useLibrary((state) => state.project);
  const name = useProjects(({ projects }) => projects.find(({ id }) => id === open)?.name);
  if (open === '' || open === NO_PROJECT || name === undefined) return null;
  return (
    <p className="mt-2 truncate text-sm text-soft">
      New recordings go into <span dir="auto">“{name}”</span>.
    </p>
  );
}
