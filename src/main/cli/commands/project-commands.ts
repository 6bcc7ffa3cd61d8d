import type { Command } from 'commander';
import type { Client } from '../../../shared/client.ts';
import type { Project } from '../../../shared/projects.ts';
import { spellingKey } from '../../../shared/spelling/spelling.ts';
import { AppError } from '../../core/errors.ts';
import { configured, withData } from '../arguments.ts';
import { printJson, printTable } from '../terminal/output.ts';
import { withService } from '../with-service.ts';

export function addProjectCommands(program: Command): void {
  const projects = program
    .command('projects')
    .description('List the projects that recordings are in, and change them');
  withData(projects.command('list', { isDefault: true }))
    .description('List the projects, with how many recordings are in each')
    .option('--json', 'print JSON', false)
    .action(
      asked(async (client, { json }: { json: boolean }) => {
        const list = await client.listProjects();
        if (json) return printJson(list);
        printTable(
          ['ID', 'NAME', 'RECORDINGS'],
          list.data.map(({ id, name, recordings }) => [id, name, String(recordings)]),
        );
      }),
    );
  withData(projects.command('create'))
    .description('Create a project and print its id')
    .argument('<name>', 'a name that no other project has')
    .action(
      asked(async (client, name: string) => {
        const { id } = await client.createProject({ name });
        process.stdout.write(`${id}\n`);
      }),
    );
  withData(projects.command('rename'))
    .description('Rename a project')
    .argument('<project>', 'its name, or the id that "steno projects" shows')
    .argument('<name>', 'the new name')
    .action(
      asked(async (client, project: string, name: string) => {
        const { id } = await findProject(client, project);
        await client.updateProject(id, { name });
      }),
    );
  withData(projects.command('delete'))
    .description('Delete a project; its recordings stay, in no project')
    .argument('<project>', 'its name, or the id that "steno projects" shows')
    .action(
      asked(async (client, project: string) => {
        const { id, name } = await findProject(client, project);
        await client.deleteProject(id);
        process.stderr.write(`Deleted the project "${name}".\n`);
      }),
    );
}

const asked = <Given extends unknown[]>(ask: (client: Client, ...given: Given) => Promise<void>) =>
  configured((config, ...given: Given) => withService(config, (client) => ask(client, ...given)));

/** The project that `--project` names; null without it. @throws not_found */
export async function projectToAsk(client: Client, named?: string): Promise<string | null> {
  return named === undefined ? null : (await findProject(client, named)).id;
}

/** @throws not_found, and where keys have projects of the same name, which only an id tells apart */
async function findProject(client: Client, named: string): Promise<Project> {
  const { data } = await client.listProjects();
  const key = spellingKey(named);
  const found = data.filter(({ id, name }) => id === named || spellingKey(name) === key);
  const [project, other] = found;
  if (!project) {
    throw new AppError('not_found', {
      message: `There is no project "${named}". Create it with "steno projects create", or see "steno projects".`,
    });
  }
  if (other) {
    throw new AppError('not_found', {
      message: `Several projects are called "${named}". Give the id that "steno projects" shows.`,
    });
  }
  return project;
}
