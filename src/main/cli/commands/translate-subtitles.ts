import type { Client } from '../../../shared/client.ts';
import type { ServerEvent } from '../../../shared/server-event.ts';
import type { Translation } from '../../../shared/subtitles/translations.ts';
import type { Config } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { followEvents } from '../follow-events.ts';
import { printJson } from '../terminal/output.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';
import { untilInterrupted } from '../with-service.ts';

type TranslateOptions = { to: string; json: boolean; quiet: boolean };

/** `steno translate`: translates the subtitles of finished transcriptions, and waits until they are. */
export async function translate(
  config: Config,
  ids: readonly string[],
  { to: language, json, quiet }: TranslateOptions,
): Promise<void> {
  const done: ({ id: string } & Translation)[] = [];
  await untilInterrupted(config, async (client, interrupt) => {
    for (const id of ids) {
      const say = quiet ? () => {} : createSay(id);
      const translation = await translateOne(client, { id, language }, { interrupt, say });
      done.push({ id, ...translation });
    }
  });
  if (json) printJson(done);
  const failed = done.flatMap(({ id, error }) => (error ? [`${id}: ${error.message}`] : []));
  for (const line of failed) process.stderr.write(`steno: ${line}\n`);
  if (failed.length > 0) throw new CommandFailed();
}

type Key = { id: string; language: string };
type Running = { interrupt: AbortSignal; say: (translation: Translation) => void };

/** Waits until it has ended; cancels it when the command is stopped. */
async function translateOne(
  client: Client,
  key: Key,
  { interrupt, say }: Running,
): Promise<Translation> {
  await client.createTranslation(key.id, { language: key.language });
  for await (const event of followEvents(client, interrupt)) {
    if (isRemoval(event, key)) throw removed();
    const isOurs = event.type === 'translation' && event.id === key.id;
    const now =
      event.type === 'reload' ? await find(client, key) : isOurs ? event.translation : null;
    if (now?.language !== key.language) continue;
    say(now);
    if (now.status === 'completed' || now.status === 'failed') return now;
  }
  await client.cancelTranslation(key.id, key.language);
  interrupt.throwIfAborted();
  throw new AppError('internal');
}

/** @throws not_found if it was removed meanwhile */
async function find(client: Client, { id, language }: Key): Promise<Translation> {
  const { data } = await client.listTranslations(id);
  const found = data.find((one) => one.language === language);
  if (!found) throw removed();
  return found;
}

function isRemoval(event: ServerEvent, { id, language }: Key): boolean {
  if (event.type === 'transcription_deleted') return event.id === id;
  return event.type === 'translation_deleted' && event.id === id && event.language === language;
}

const removed = () => new AppError('not_found', { message: 'The translation was removed.' });

/** Prints a line on stderr for each tenth that is done. */
function createSay(id: string): Running['say'] {
  let last = -1;
  return ({ status, progress, finished }) => {
    const tenth = Math.floor(progress * 10);
    if (status === 'failed' || (status !== 'completed' && tenth === last)) return;
    last = tenth;
    const long = finished?.too_long ?? 0;
    const marked = long === 0 ? '' : `, ${long} of ${finished?.cues} subtitles are too long`;
    const what = status === 'completed' ? `Translated${marked}` : `Translating ${tenth * 10}%`;
    process.stderr.write(`${what}: ${id}\n`);
  };
}
