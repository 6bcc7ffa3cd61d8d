/** Whether the service is up and can take work, and figures about it. Part of the table in routes.ts. */
import { Health, Liveness, Readiness } from '../health.ts';
import type { Route } from './route.ts';
import { at, json, text } from './route-parts.ts';

export const healthRoutes = {
  health: {
    ...at('get', '/health', 'public'),
    summary: 'Whether the service is up',
    description:
      'Needs no key. Says which version runs, which model is the default, and how many transcriptions wait and are worked on.',
    responses: { 200: json('It is.', Health) },
  },
  live: {
    ...at('get', '/health/live', 'public'),
    summary: 'Whether the process answers',
    description: 'Needs no key and looks at nothing: for a supervisor that restarts what hangs.',
    responses: { 200: json('It does.', Liveness) },
  },
  ready: {
    ...at('get', '/health/ready', 'public'),
    summary: 'Whether the service can take work',
    description:
      'Needs no key. The data folder is in its place and has space, the database can be written, the engine is there, and the service is not stopping; `failed` names what is not so.',
    responses: {
      200: json('It can.', Readiness),
      503: json('It cannot, for what `failed` names.', Readiness),
    },
  },
  getMetrics: {
    ...at('get', '/metrics', 'read-all'),
    summary: 'Figures for Prometheus',
    description:
      'What waits, what was done since the start and how fast, in the text format of Prometheus; `docs/running.md` lists them and tells how to scrape them. Only for live keys with the scope `read` or `all`, and the window.',
    responses: { 200: text('The figures.', 'text/plain') },
  },
} as const satisfies Record<string, Route>;
