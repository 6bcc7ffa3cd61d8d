import type { Client } from '../../../shared/client.ts';
import type { ModelDownload } from '../../../shared/models/models.ts';
import type { Config } from '../../config.ts';
import { withService } from '../connect.ts';
import { followEvents } from '../follow-events.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { CommandFailed } from '../terminal/report.ts';

/** Downloads a model of the catalogue and shows how far it is. Ctrl-C pauses: the same command goes on later. */
export async function downloadModel(config: Config, name: string): Promise<void> {
  await interruptible((signal) =>
    withService(config, (client) => run(client, name, signal), { signal }),
  );
}

async function run(client: Client, name: string, interrupt: AbortSignal): Promise<void> {
  const show = createView();
  try {
    const failure = await follow(client, name, interrupt, show);
    process.stderr.write('\n');
    if (failure === null) process.stderr.write(`Installed "${name}".\n`);
    else {
      process.stderr.write(`steno: ${failure}\n`);
      throw new CommandFailed();
    }
  } catch (error) {
    if (!interrupt.aborted) throw error;
    await client.pauseModelDownload(name);
    process.stderr.write('\nPaused. The same command goes on with it.\n');
  }
}

/** Resolves at the end of the download: with null, or with the sentence about why it failed. */
async function follow(
  client: Client,
  name: string,
  interrupt: AbortSignal,
  show: (download: ModelDownload) => void,
): Promise<string | null> {
  let hasBegun = false;
  for await (const event of followEvents(client, interrupt)) {
    const isNew = event.type === 'models' || (event.type === 'reload' && hasBegun);
    if (isNew && (await isInstalled(client, name))) return null;
    // From here on no news is missed.
    if (event.type === 'reload') {
      show(await client.downloadModel(name));
      hasBegun = true;
    }
    if (event.type !== 'model_download' || event.download.name !== name) continue;
    show(event.download);
    if (event.download.state === 'failed') return event.download.error?.message ?? 'It failed.';
  }
  throw interrupt.reason;
}

async function isInstalled(client: Client, name: string): Promise<boolean> {
  const [whisper, speakers] = [await client.listModels(), await client.listSpeakerModels()];
  const there = [...whisper.data, ...speakers.data.filter(({ trust }) => trust !== null)];
  return there.some((model) => model.name === name);
}

/** One moving line on a terminal, a line for every tenth elsewhere. */
function createView(): (download: ModelDownload) => void {
  let shown = -1;
  return ({ name, state, received_bytes, bytes }) => {
    const percent = Math.floor((received_bytes / bytes) * 100);
    const line = state === 'checking' ? `Checking ${name}` : `Downloading ${name}  ${percent}%`;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
    else if (Math.floor(percent / 10) !== shown) process.stderr.write(`${line}\n`);
    shown = Math.floor(percent / 10);
  };
}
