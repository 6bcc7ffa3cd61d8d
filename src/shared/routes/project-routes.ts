/** Projects, and moving recordings between them. Part of the table in routes.ts. */
import {
  CreateProject,
  MovedRecordings,
  MoveRecordings,
  Project,
  ProjectList,
  UpdateProject,
} from '../projects.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

export const projectRoutes = {
  listProjects: {
    ...at('get', '/v1/projects', 'read'),
    summary: 'List the projects, by name',
    description: 'Those that the key sees, with how many of its recordings are in each.',
    responses: { 200: json('The projects.', ProjectList) },
  },
  createProject: {
    ...at('post', '/v1/projects', 'write'),
    summary: 'Create a project',
    description:
      'Its options are for what is transcribed from then on. `409` when a project of the same owner has this name, in any case.',
    request: body(CreateProject),
    responses: { 201: json('The project.', Project) },
  },
  getProject: {
    ...at('get', '/v1/projects/{id}', 'read'),
    summary: 'Get a project',
    description: 'Its options, and how many recordings are in it.',
    request: { params: IdParam },
    responses: { 200: json('The project.', Project) },
  },
  updateProject: {
    ...at('patch', '/v1/projects/{id}', 'write'),
    summary: 'Rename a project, or change its options',
    description:
      'What is left out stays as it is. Recordings that wait or are transcribed keep the options they were added with.',
    request: { params: IdParam, ...body(UpdateProject) },
    responses: { 200: json('The project as it is now.', Project) },
  },
  deleteProject: {
    ...at('delete', '/v1/projects/{id}', 'write'),
    summary: 'Delete a project; its recordings stay, in no project',
    description:
      'What is being transcribed goes on with the options it has. A watch folder whose recordings went into it puts them into none.',
    request: { params: IdParam },
    responses: { 204: { description: 'It is gone.' } },
  },
  moveRecordings: {
    ...at('post', '/v1/transcriptions/move', 'write'),
    summary: 'Move recordings into a project, or out of theirs, all at once',
    description: 'A recording is in one project at most, with all of its versions.',
    request: body(MoveRecordings),
    responses: { 200: json('What was moved, and where from.', MovedRecordings) },
  },
} as const satisfies Record<string, Route>;
