import type {
  CreateProject,
  MovedRecordings,
  MoveRecordings,
  Project,
  ProjectList,
  ProjectOptions,
  UpdateProject,
} from '../../shared/projects.ts';
import { AppError } from '../core/errors.ts';
import { newProjectId } from '../core/ids.ts';
import type { Core } from '../core.ts';
import { createProjectRepository, type StoredProject } from '../repositories/project.repository.ts';
import { checkAutomaticExport } from './folder-checks.ts';
import { ownerOf, type Principal, viewOf } from './principal.ts';
import type { SettingsService } from './settings.service.ts';
import { announcer } from './transcriptions/announcements.ts';

/** Of more recordings than that, not every one is announced when they are moved: lists are loaded again. */
const ANNOUNCED = 50;

export type ProjectService = ReturnType<typeof createProjectService>;

/** Projects: what recordings are filed under, and the options they get there. */
export function createProjectService(
  { db, events, clock, ...core }: Pick<Core, 'db' | 'config' | 'events' | 'clock' | 'lookAtFolder'>,
  {
    settings,
    checkModel,
  }: {
    settings: Pick<SettingsService, 'get'>;
    /** Throws if the named model is not installed. */
    checkModel: (name: string) => Promise<void>;
  },
) {
  const projects = createProjectRepository(db);
  const announce = announcer(events);
  const tell = (changed: 'project' | 'recordings' | 'many') =>
    events.emit({ type: 'projects', changed });

  const required = async (id: string, principal: Principal) => {
    const project = await projects.find(id, viewOf(principal));
    if (!project) throw new AppError('not_found', { message: NO_SUCH });
    return project;
  };

  /** @throws invalid_request for a model or folder that is not there; forbidden for keys that name a folder or take one away */
  const check = async (
    { model, auto_export }: UpdateProject,
    principal: Principal,
    before: Pick<ProjectOptions, 'auto_export'> = { auto_export: null },
  ) => {
    // Keys are shown null: one that sends it back must not take away what it does not see.
    const isChanged = auto_export !== undefined && auto_export !== before.auto_export;
    if (isChanged && principal.kind !== 'window') {
      throw new AppError('forbidden', { param: 'auto_export' });
    }
    if (model) await checkModel(model);
    if (auto_export) await checkAutomaticExport(auto_export, core);
  };

  /** What a project that a request names gives its recordings. @throws invalid_request where it is not seen */
  const find = async (
    id: string,
    principal: Principal,
    param = 'project_id',
  ): Promise<ProjectOptions> => {
    const project = await projects.find(id, viewOf(principal));
    if (!project) throw missing(param);
    return project.options;
  };

  return {
    find,

    async list(principal: Principal): Promise<ProjectList> {
      const found = await projects.list(viewOf(principal));
      return { data: found.map((project) => toProject(project, principal)) };
    },

    /** @throws not_found */
    async get(id: string, principal: Principal): Promise<Project> {
      return toProject(await required(id, principal), principal);
    },

    /** @throws project_exists, as `check` */
    async create({ name, ...options }: CreateProject, principal: Principal): Promise<Project> {
      await check(options, principal);
      const owner = ownerOf(principal);
      const project = { id: newProjectId(), name, ...owner, options, createdAt: clock.now() };
      if (!(await projects.insert(project))) throw taken(name);
      tell('project');
      return toProject({ ...project, recordings: 0 }, principal);
    },

    /** @throws not_found, project_exists, as `check` */
    async change(id: string, changes: UpdateProject, principal: Principal): Promise<Project> {
      const before = await required(id, principal);
      await check(changes, principal, before.options);
      const hindrance = await projects.change(id, changes);
      if (hindrance === 'taken') throw taken(changes.name ?? before.name);
      tell('project');
      return toProject(await required(id, principal), principal);
    },

    /** Its recordings stay. @throws not_found */
    async remove(id: string, principal: Principal): Promise<void> {
      const { recordings } = await required(id, principal);
      const { watch_project_id } = await settings.get();
      await projects.remove(id);
      if (watch_project_id === id) {
        events.emit({ type: 'settings', settings: await settings.get() });
      }
      tell(recordings > 0 ? 'many' : 'project');
    },

    /** All at once, with their other versions. @throws invalid_request for a project that is not there */
    async move(
      { ids, project_id: projectId }: MoveRecordings,
      principal: Principal,
    ): Promise<MovedRecordings> {
      if (projectId !== null) await find(projectId, principal);
      const done = await projects.move(ids, projectId, viewOf(principal));
      if (done === null) throw missing('project_id');
      const isMany = done.jobs.length > ANNOUNCED;
      if (!isMany) for (const job of done.jobs) announce(job);
      if (done.jobs.length > 0) tell(isMany ? 'many' : 'recordings');
      return { data: done.moved };
    },
  };
}

const NO_SUCH = 'There is no project with this id.';

const missing = (param: string) => new AppError('invalid_request', { param, message: NO_SUCH });

const taken = (name: string) =>
  new AppError('project_exists', {
    param: 'name',
    message: `There is a project named “${name}” already.`,
  });

function toProject(
  { id, name, options, recordings, createdAt }: StoredProject & { recordings: number },
  principal: Principal,
): Project {
  return {
    id,
    name,
    ...options,
    // A path on this machine, as in the settings.
    auto_export: principal.kind === 'window' ? options.auto_export : null,
    recordings,
    created_at: new Date(createdAt).toISOString(),
  };
}
