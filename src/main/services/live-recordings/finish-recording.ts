import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { RecordedTrack } from '../../../shared/recordings.ts';
import { formatClock, toMs } from '../../../shared/time.ts';
import { CreateTranscription, type Warning } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { FileService } from '../sources/file.service.ts';
import type { TranscriptionService } from '../transcriptions/transcription.service.ts';
import type { RecordingFolders, RecordingNote } from './recording-folder.ts';
import { PIECES, SOUND } from './sound-file.ts';

/** Writes samples as a file of audio tracks with these titles, piece by piece, without the echo of one in the other. */
type EncodeRecording = (
  sound: {
    path: string;
    tracks: readonly { track: RecordedTrack; title: string | null }[];
  },
  how: { signal: AbortSignal; write: (bytes: Uint8Array) => Promise<void> },
) => Promise<void>;

export type FinishPorts = {
  encode: EncodeRecording;
  files: Pick<FileService, 'store' | 'resolve'>;
  transcriptions: Pick<TranscriptionService, 'create' | 'change'>;
};

/** Gaps that are named in a warning; there may be hundreds. */
const NAMED_GAPS = 5;

/**
 * Makes a recording that has ended a transcription like any other, from an upload of its own. Each step is noted, so
 * that a crash repeats only the one it interrupted; its sound is removed after the last.
 */
export function createFinishing(
  { closing, clock, logger }: Pick<Core, 'closing' | 'clock' | 'logger'>,
  { folders, encode, files, transcriptions }: FinishPorts & { folders: RecordingFolders },
) {
  const upload = async ({ id, principal, request, title }: RecordingNote): Promise<string> => {
    const content = new PassThrough();
    const ended = new AbortController();
    const signal = AbortSignal.any([closing, ended.signal]);
    const write = async (bytes: Uint8Array) => {
      if (!content.write(bytes)) await once(content, 'drain', { signal });
    };
    const tracks = request.tracks.map((track) => ({
      track,
      title: track === 'microphone' ? request.speaker : null,
    }));
    const encoded = encode({ path: folders.soundOf(id), tracks }, { signal, write }).then(
      () => content.end(),
      (error: Error) => content.destroy(error),
    );
    try {
      return (await files.store(content, `${title}.mka`, principal, { signal })).url;
    } finally {
      ended.abort();
      await encoded;
    }
  };

  /** The upload is unused as long as there is no transcription, and unused ones are deleted after a day. */
  const uploaded = async (note: RecordingNote): Promise<boolean> => {
    if (note.uploadUrl === null) return false;
    const found = await files.resolve(note.uploadUrl, note.principal).catch(() => null);
    return found !== null;
  };

  const create = async (note: RecordingNote, url: string): Promise<string> => {
    const { tracks, title, speaker: _, live: __, ...asked } = note.request;
    const request = { ...asked, url, track: tracks.length > 1 ? ('speakers' as const) : null };
    const warnings = warningsFor(note);
    const ask = (wanted: object) =>
      transcriptions.create(CreateTranscription.parse({ ...request, ...wanted }), note.principal, {
        idempotencyKey: note.id,
        forgiving: true,
        warnings,
      });
    const { transcription } = await ask({}).catch((error: unknown) => {
      if (!isRefused(error)) throw error;
      // What was asked for at the beginning may not be there any more, and nobody can be asked.
      logger.warn({ recordingId: note.id, err: error }, 'transcribed without its options');
      return ask({ model: null, webhook_url: null, translate: false });
    });
    if (title !== null) await transcriptions.change(transcription.id, { title }, note.principal);
    return transcription.id;
  };

  /** @throws what stands in the way, such as disk_full or insufficient_points */
  return async (note: RecordingNote, onStep: (now: RecordingNote) => void): Promise<void> => {
    let now = note;
    const step = async (change: Partial<RecordingNote>) => {
      now = { ...now, ...change };
      await folders.write(now);
      onStep(now);
    };
    if (!(await uploaded(now))) await step({ uploadUrl: await upload(now) });
    if (now.uploadUrl === null) throw new AppError('internal');
    const transcriptionId = await create(now, now.uploadUrl);
    await step({ transcriptionId, status: 'finished', statusAt: clock.now() });
    for (const file of [SOUND, PIECES]) await folders.removeFile(now.id, file);
  };
}

const REFUSALS: ReadonlySet<string> = new Set([
  ...['invalid_request', 'blocked_address', 'invalid_url', 'translation_unsupported'],
  // It was created so before a crash.
  'idempotency_mismatch',
]);
const isRefused = (error: unknown) => error instanceof AppError && REFUSALS.has(error.code);

function warningsFor({ ended, request }: RecordingNote): Warning[] {
  const gaps = ended?.gaps ?? [];
  if (gaps.length === 0) return [];
  const named = gaps.slice(0, NAMED_GAPS).map(({ start, end, track }) => {
    const span = `${formatClock(toMs(start))}–${formatClock(toMs(end))}`;
    return track === null || request.tracks.length === 1 ? span : `${span} (${track})`;
  });
  const more = gaps.length > NAMED_GAPS ? ` and ${gaps.length - NAMED_GAPS} more` : '';
  const message = `Sound is missing, and there is silence instead: ${named.join(', ')}${more}.`;
  return [{ code: 'recording_gaps', message }];
}
