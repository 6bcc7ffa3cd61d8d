import type { ExportDocument } from '../../shared/exports/export-document.ts';
import { createMutex } from '../core/mutex.ts';
import {
  type AskOptions,
  askChild,
  type Child,
  type StartChild,
} from '../processes/child-process.ts';
import type { Labeling, LabelRequest } from '../speakers/labeling.ts';
import type { EmbedAheadRequest } from '../speakers/neural/embedded-ahead.ts';
import type { StructureInput } from '../structure/structure-transcript.ts';
import type { GivenRecording, TakenTranscript } from '../structure/take-given-transcript.ts';

/** A file on this disk, or its bytes. */
export type GivenFile = string | Uint8Array;
export type TranscriptRequest = { file: GivenFile; recording: GivenRecording | null };

/** Work done in child processes, by name: the request and result of each. */
export type Tasks = {
  /** Speaker diarization: a fault in a native library or a model then ends only that process. */
  label: { request: LabelRequest; result: Labeling };
  /** The longest part of labeling, done while words are transcribed; how many windows were embedded. */
  embed: { request: EmbedAheadRequest; result: number };
  /**
   * The `Structured` object as JSON: a long transcript takes seconds, which would block the service, and hundreds of
   * megabytes, which the heap would not release.
   */
  structure: { request: Omit<StructureInput, 'signal'>; result: string };
  /**
   * A transcript from outside, read and prepared; null if it was only to be checked. Whatever it holds, it blocks nothing
   * but its process, and takes memory from nothing else.
   */
  transcript: { request: TranscriptRequest; result: TakenTranscript | null };
  /** The bytes of a Word file: the library takes seconds, and 20 kB per paragraph. */
  docx: { request: ExportDocument; result: Uint8Array<ArrayBuffer> };
};
export type TaskName = keyof Tasks;

/** Starts a process for one task; Node and Electron do so differently. */
export type StartTask = <Name extends TaskName>(
  name: Name,
) => Child<Tasks[Name]['request'], Tasks[Name]['result']>;

/** Starts processes as `start` does, or keeps them. */
type Keep = <Request, Result>(start: StartChild<Request, Result>) => StartChild<Request, Result>;

/**
 * The tasks as functions. Each runs in a process of its own; `keep` is for those that every recording needs. @throws as
 * `askChild`
 */
export function createTasks(start: StartTask, keep: Keep = (each) => each) {
  const startLabeling = keep(() => start('label'));
  const startStructuring = keep(() => start('structure'));
  const readTranscript = inTurn(keep(() => start('transcript')));
  return {
    label: (request: LabelRequest, options: AskOptions) =>
      askChild(startLabeling, request, options),
    embedAhead: (request: EmbedAheadRequest, signal: AbortSignal) =>
      askChild(() => start('embed'), request, { signal }),
    structure: (
      segments: StructureInput['segments'],
      durationMs: number,
      signal: AbortSignal,
    ): Promise<string> => askChild(startStructuring, { segments, durationMs }, { signal }),
    /** Whether it can be taken. @throws transcript_… */
    checkTranscript: async (read: () => Promise<GivenFile>, signal: AbortSignal): Promise<void> => {
      await readTranscript(async () => ({ file: await read(), recording: null }), signal);
    },
    takeTranscript: async (
      file: GivenFile,
      recording: GivenRecording,
      signal: AbortSignal,
    ): Promise<TakenTranscript> => {
      const taken = await readTranscript(async () => ({ file, recording }), signal);
      if (!taken) throw new Error('The transcript was only checked.');
      return taken;
    },
    writeDocx: (document: ExportDocument, signal: AbortSignal) =>
      askChild(() => start('docx'), document, { signal }),
  };
}

/** One request after the other, each made when its turn comes: many at once would need all memory. */
function inTurn<Request, Result>(start: StartChild<Request, Result>) {
  const mutex = createMutex();
  return async (toRequest: () => Promise<Request>, signal: AbortSignal): Promise<Result> => {
    using _turn = await mutex.take();
    signal.throwIfAborted();
    return await askChild(start, await toRequest(), { signal });
  };
}
