import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { nodeTasks } from '../../child-tasks/node-task.ts';
import type { Config } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { checkTranscriptFile } from '../../services/transcriptions/check-given-transcript.ts';
import { configured, spokenLanguage, withData } from '../arguments.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { DELETED, findTranscription } from '../find-transcription.ts';
import { requireReadable } from '../read-source.ts';
import { submitUrl, toServiceUrl, upload } from '../submit-source.ts';
import { printJson } from '../terminal/output.ts';
import { createProgressView } from '../terminal/progress-view.ts';
import { untilInterrupted } from '../with-service.ts';
import { projectToAsk } from './project-commands.ts';
import { waitForAll } from './transcribe-command.ts';

type Flags = {
  language?: string;
  project?: string;
  structure: boolean;
  quiet: boolean;
  json: boolean;
};

export function addImportCommand(program: Command): void {
  withVariables(withData(program.command('import')), SERVICE_VARIABLES)
    .description('Take a transcript that was made elsewhere, with its recording')
    .argument('<recording>', 'a file or an http(s) link')
    .argument(
      '<transcript>',
      "a file: SRT, WebVTT, ELAN, TextGrid, oTranscribe, REFI-QDA or Steno's JSON",
    )
    .option(
      '--language <code>',
      'language of the transcript, such as en; found out when left out',
      spokenLanguage,
    )
    .option('--project <name>', 'the project it goes into, by its name or id')
    .option('--no-structure', 'leave out paragraphs, contents, summary, key points and terms')
    .option('--quiet', 'print nothing but errors to stderr', false)
    .option('--json', 'print JSON', false)
    .action(configured(importTranscript));
}

/** Prints the id of the finished transcription. */
async function importTranscript(
  config: Config,
  recording: string,
  transcript: string,
  { language, project, structure, quiet, json }: Flags,
): Promise<void> {
  await access(transcript).catch((cause: unknown) => {
    throw new AppError('not_found', { message: `There is no file ${transcript}.`, cause });
  });
  await requireReadable(transcript);
  await checkTranscriptFile(transcript, nodeTasks.checkTranscript);
  await untilInterrupted(config, async (client, interrupt) => {
    const view = createProgressView(process.stderr, { quiet });
    const project_id = await projectToAsk(client, project);
    const given = await upload(client, transcript, basename(transcript), interrupt);
    const url = await toServiceUrl(client, recording, interrupt);
    const { transcription } = await submitUrl(client, url, {
      language: language ?? null,
      project_id,
      structure,
      transcript: given,
      again: true,
    });
    const { id } = transcription;
    await waitForAll(client, [id], view.show, interrupt);
    view.done();
    if (interrupt.aborted) {
      await client.cancelTranscription(id).catch(() => {});
      return view.note('Stopped.');
    }
    const ended = await findTranscription(client, id);
    if (ended === null) throw new AppError('not_found', { message: DELETED });
    for (const { message } of ended.warnings) view.note(`Note: ${message}`);
    if (ended.error) {
      // Without its text the upload is of no use.
      await client.deleteTranscription(id);
      throw new AppError('invalid_request', {
        message: `${basename(transcript)}: ${ended.error.message}`,
      });
    }
    if (json) printJson(ended);
    else process.stdout.write(`${id}\n`);
  });
}
