/** Starts the server for the project `postgres`. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', server.url);
  return server.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
  }
}
