import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Client, downloadText } from '../../shared/client.ts';
import { toMarkdown } from '../../shared/exports/markdown.ts';
import { toText } from '../../shared/exports/text.ts';
import type { Transcription } from '../../shared/transcription.ts';
import type { Config } from '../config.ts';
import { withService } from './connect.ts';
import { createProgressView } from './progress-view.ts';
import { CommandFailed } from './report.ts';
import { submitSource } from './submit.ts';
import { waitForAll } from './wait.ts';

export const FORMATS = ['txt', 'srt', 'vtt', 'json', 'md'] as const;

export type TranscribeOptions = {
  format: (typeof FORMATS)[number];
  /** The folder to write into, or null for stdout. */
  out: string | null;
  language: string | null;
  structure: boolean;
};

/** Transcribes each source and writes the results in the order the sources were given. */
export async function transcribe(
  config: Config,
  sources: readonly string[],
  options: TranscribeOptions,
): Promise<void> {
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort();
  process.once('SIGINT', onInterrupt);
  try {
    const failures = await withService(config, (client, { isOwn }) => {
      // A service of our own has the model as its default, and takes a file there as well.
      const model = isOwn ? null : config.model;
      return run(client, sources, { ...options, model }, interrupt.signal);
    });
    if (interrupt.signal.aborted) process.exit(130);
    if (failures > 0) throw new CommandFailed();
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}

/** Returns how many sources failed. */
async function run(
  client: Client,
  sources: readonly string[],
  options: TranscribeOptions & { model: string | null },
  interrupt: AbortSignal,
): Promise<number> {
  const view = createProgressView(process.stderr);
  const ids: string[] = [];
  let failures = 0;
  for (const source of sources) {
    try {
      ids.push((await submitSource(client, source, options, interrupt)).id);
    } catch (error) {
      if (interrupt.aborted) break;
      failures++;
      view.note(`${source}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await waitForAll(client, ids, view.show, interrupt);
  if (interrupt.aborted) {
    await Promise.all(ids.map((id) => client.cancelTranscription(id).catch(() => {})));
    view.note('Stopped.');
    return 0;
  }
  view.done();
  for (const id of ids) {
    const transcription = await client.getTranscription(id);
    for (const warning of transcription.warnings) view.note(`Note: ${warning.message}`);
    if (transcription.status === 'completed') await write(transcription, options);
    else {
      failures++;
      view.note(`${nameOf(transcription)}: ${transcription.error?.message ?? 'failed'}`);
    }
  }
  return failures;
}

async function write(transcription: Transcription, options: TranscribeOptions): Promise<void> {
  const content = await render(transcription, options.format);
  if (options.out === null) {
    process.stdout.write(content);
    return;
  }
  await mkdir(options.out, { recursive: true });
  const name = nameOf(transcription);
  const base = name.slice(0, name.length - extname(name).length).replace(/[/\\:*?"<>|]/g, '-');
  const path = join(options.out, `${base || transcription.id}.${options.format}`);
  await writeFile(path, content);
  process.stderr.write(`${path}\n`);
}

async function render(
  transcription: Transcription,
  format: TranscribeOptions['format'],
): Promise<string> {
  if (format === 'json') return `${JSON.stringify(transcription, null, 2)}\n`;
  if (format === 'md') return toMarkdown(transcription);
  if (format === 'txt') return toText(transcription);
  const address = transcription.result?.subtitles[format] ?? '';
  return downloadText(address);
}

function nameOf({ source }: Transcription): string {
  return source.title ?? source.url;
}
