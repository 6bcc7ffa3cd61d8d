import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Project } from '../../../shared/projects.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';

const Projects = z.array(Project.pick({ id: true, name: true, language: true, recordings: true }));

/** `list_projects`: what recordings are filed under. */
export function registerProjectsTool(server: McpServer, deps: ToolDependencies): void {
  const { projects, principal, logger } = deps;
  server.registerTool(
    'list_projects',
    {
      title: 'List projects',
      description:
        'The projects that recordings are in, by name, with how many are in each. The `project_id` of a transcription is one of these ids.',
      inputSchema: z.strictObject({}),
      outputSchema: z.object({
        notice: z.string(),
        data: Projects,
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () =>
      answer(logger, async () => {
        const { data } = await projects.list(principal);
        return { notice: NOTICE, data: Projects.parse(data) };
      }),
  );
}
