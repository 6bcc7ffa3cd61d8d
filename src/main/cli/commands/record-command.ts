import type { Command } from 'commander';
import { ApiError, type Client } from '../../../shared/client.ts';
import type { RecordedTrack } from '../../../shared/recordings.ts';
import { RECORDED_RATE } from '../../../shared/sound-pieces.ts';
import { formatClock, toMs } from '../../../shared/time.ts';
import { fileStem } from '../../../shared/transcription/title.ts';
import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { onStopSignal } from '../../processes/stop-signals.ts';
import {
  configOption,
  configured,
  modelToAsk,
  spokenLanguage,
  timeOf,
  withData,
} from '../arguments.ts';
import { type Capture, captureSound } from '../capture-sound.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { interruptible } from '../interruptible.ts';
import { createAttempts, sentenceFor } from '../submit-source.ts';
import { createOutput, type OutputOptions, prepareOutput } from '../terminal/output.ts';
import { createProgressView, type ProgressView } from '../terminal/progress-view.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';
import { withService } from '../with-service.ts';
import { type ExportFlags, toOutputOptions, withExportOptions } from './export-options.ts';
import { projectToAsk } from './project-commands.ts';
import { finishAll } from './transcribe-command.ts';

type Flags = ExportFlags & {
  microphone?: string;
  computer: string | boolean;
  for?: number;
  title?: string;
  speaker?: string;
  language?: string;
  model?: string;
  project?: string;
  live: boolean;
};

export function addRecordCommand(program: Command): void {
  withVariables(withExportOptions(withData(program.command('record'))), SERVICE_VARIABLES)
    .description('Record until Ctrl-C, and transcribe what was said')
    .option(
      '--microphone <device>',
      'the microphone, as the system names it; its usual one when left out',
    )
    .option('--computer [device]', 'what this computer plays as well, on a track of its own', false)
    .option('--for <time>', 'stop after this time, such as 1:02', timeOf)
    .option('--title <title>', 'what it is called; when it began, when left out')
    .option('--speaker <name>', 'who speaks into the microphone')
    .option('--language <code>', 'language of the recording, such as en', spokenLanguage)
    .addOption(configOption('model', '--model <name|file>', 'model to use'))
    .option('--project <name|id>', 'the project it goes into')
    .option('--no-live', 'show no text while it is recorded')
    .action(
      configured((config, flags: Flags, command: Command) =>
        record(config, flags, toOutputOptions(flags, command)),
      ),
    );
}

async function record(config: Config, flags: Flags, options: OutputOptions): Promise<void> {
  await prepareOutput(options);
  const { title = null, speaker = null, language = null, live, quiet, computer } = flags;
  const tracks: RecordedTrack[] = computer === false ? ['microphone'] : ['microphone', 'computer'];
  const failures = await withService(config, async (client, service) => {
    const model = await modelToAsk(client, service, config.model);
    const project_id = await projectToAsk(client, flags.project);
    const view = createProgressView(process.stderr, { quiet });
    const asked = { tracks, title, speaker, language, model, project_id, live };
    const { id, isWhole } = await untilStopped(async (stop) => {
      const { id } = await client.openRecording(asked);
      const isWhole = await recordSound(client, id, { flags, tracks: tracks.length, view, stop });
      return { id, isWhole };
    });
    const { transcription_id, title: name } = await client.finishRecording(id);
    const output = createOutput(client, options, { onWritten: view.note });
    const { targets } = await output.plan(fileStem(name));
    const made = { id: transcription_id ?? '', found: true, targets };
    const failed = await interruptible((interrupt) =>
      finishAll([made], {
        ...{ client, interrupt, view, output },
        attempts: createAttempts(view.problem, interrupt),
      }),
    );
    return failed + (isWhole ? 0 : 1);
  });
  if (failures > 0) throw new CommandFailed();
}

/** Ctrl-C ends the recording and not the command, also while it is being opened: nothing is left open. */
async function untilStopped<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  const ignoreSignals = onStopSignal(() => stopping.abort());
  return work(stopping.signal).finally(ignoreSignals);
}

type Sounding = { flags: Flags; tracks: number; view: ProgressView; stop: AbortSignal };

/** Sends what is recorded until Ctrl-C, and says whether that went well; what was recorded before it failed is there. */
async function recordSound(
  client: Client,
  id: string,
  { flags, tracks, view, stop }: Sounding,
): Promise<boolean> {
  const over = new AbortController();
  const showing = flags.live ? showText(client, id, view, over.signal) : null;
  const capture: Capture = { microphone: flags.microphone ?? null, computer: flags.computer };
  const sender = createSender(client, id, { tracks, view, stop });
  view.note('Recording. Ctrl-C ends it.');
  let failure: unknown = null;
  const onMicrophone = (isThere: boolean) => {
    sender.setMissing(isThere ? null : 'microphone');
    view.note(isThere ? 'A microphone is there again.' : GONE);
  };
  const how = { seconds: flags.for ?? null, signal: stop, onSamples: sender.add, onMicrophone };
  await captureSound(capture, how).catch((error: unknown) => {
    if (!stop.aborted) failure = error;
  });
  await sender.end().catch((error: unknown) => {
    failure ??= error;
  });
  over.abort();
  await showing;
  if (sender.sent() === 0) {
    await client.discardRecording(id);
    throw failure ?? new AppError('empty_media', { message: 'Nothing was recorded.' });
  }
  if (failure === null) return true;
  view.problem(sentenceFor(failure));
  return false;
}

const GONE = 'There is no microphone any more: it is silent until one is connected.';

/** How long it waits before it sends a piece again for which there was no room. */
const AGAIN_MS = 1_000;

/** Cuts samples into pieces of half a second, and sends one after the other. */
function createSender(
  client: Client,
  id: string,
  { tracks, view, stop }: Pick<Sounding, 'tracks' | 'view' | 'stop'>,
) {
  const pieceBytes = RECORDED_RATE * tracks;
  let waiting = Buffer.alloc(0);
  let number = 0;
  let missing: RecordedTrack | null = null;
  let failure: unknown = null;
  let last: Promise<void> = Promise.resolve();
  let refused = false;
  /** What passes, such as a full disk, is waited for until Ctrl-C. */
  const put = async (
    piece: Uint8Array<ArrayBuffer>,
    query: { missing?: RecordedTrack },
  ): Promise<void> => {
    for (;;) {
      try {
        await client.putPiece(id, number, piece, query);
        refused = false;
        return;
      } catch (error) {
        if (!(error instanceof ApiError && error.status >= 500) || stop.aborted) throw error;
        if (!refused)
          view.problem(`${error.message} What is said meanwhile is kept, and sent then.`);
        refused = true;
        await systemClock.sleep(AGAIN_MS, stop).catch(() => {});
      }
    }
  };
  const send = (piece: Uint8Array<ArrayBuffer>): void => {
    const query = missing === null ? {} : { missing };
    if (missing === 'microphone') silenceFirst(piece, tracks);
    last = last.then(async () => {
      if (failure !== null) return;
      await put(piece, query);
      number++;
    });
    last = last.catch((error: unknown) => {
      failure = error;
    });
  };
  return {
    sent: () => number,
    /** From the next piece on, this track is not recorded. */
    setMissing(track: RecordedTrack | null): void {
      missing = track;
    },
    /** @throws what sending failed with */
    add(bytes: Uint8Array): void {
      if (failure !== null) throw failure;
      waiting = Buffer.concat([waiting, bytes]);
      for (; waiting.length >= pieceBytes; waiting = waiting.subarray(pieceBytes)) {
        send(Uint8Array.from(waiting.subarray(0, pieceBytes)));
      }
    },
    async end(): Promise<void> {
      const whole = waiting.length - (waiting.length % (2 * tracks));
      if (whole > 0) send(Uint8Array.from(waiting.subarray(0, whole)));
      await last;
      if (failure !== null) throw failure;
    },
  };
}

/** Of interleaved tracks, of which the microphone's is the first. */
function silenceFirst(piece: Uint8Array<ArrayBuffer>, tracks: number): void {
  const samples = new Int16Array(piece.buffer);
  for (let at = 0; at < samples.length; at += tracks) samples[at] = 0;
}

/** Prints what is said, once it is firm. */
async function showText(
  client: Client,
  id: string,
  view: ProgressView,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const { event } of client.recordingEvents(id, signal)) {
      if (event.type !== 'recording_text') continue;
      for (const { start, text } of event.segments) {
        view.note(`[${formatClock(toMs(start))}] ${text}`);
      }
    }
  } catch {
    // The service ended, or the recording did: what was said is in the transcription.
  }
}
