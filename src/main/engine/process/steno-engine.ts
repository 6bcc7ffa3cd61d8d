/** Implements the engine port with a `steno-engine` process (native/protocol.md). */
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { Engine, EngineSegment, OpenEngine, TranscribeOptions } from '../engine.ts';
import { type Connection, connect } from './connection.ts';
import { type EngineCommand, type EngineStart, spawnEngine } from './engine-process.ts';
import { memoryLimit } from './model-memory.ts';
import type { Answer } from './pending-requests.ts';
import type { DoneEvent, EngineRequest, ReadyEvent, SegmentEvent } from './protocol.ts';

/** The engine's name for the processor. */
const CPU = 'cpu';

export type StenoEngineDeps = { command: EngineCommand; clock: Clock; logger: Logger };

async function engineStart(
  command: EngineCommand,
  { modelPath, lanes, threads, device = CPU }: Parameters<OpenEngine>[0],
): Promise<EngineStart> {
  const args = ['--model', modelPath, '--device', device];
  if (lanes !== undefined) args.push('--lanes', String(lanes));
  if (threads !== undefined) args.push('--threads', String(threads));
  const memoryBytes = await memoryLimit(modelPath, lanes);
  return { command, args, memoryBytes, onDevice: device !== CPU };
}

/** Returns the function that starts a `steno-engine` and loads a model into it. */
export function createStenoEngine({ command, ...deps }: StenoEngineDeps): OpenEngine {
  return async (options) => {
    const { signal } = options;
    signal?.throwIfAborted();
    const start = await engineStart(command, options);
    signal?.throwIfAborted();
    const { logger } = deps;
    const connection = connect({
      ...deps,
      start: (handlers) => spawnEngine({ ...start, ...handlers, logger }),
    });
    const onAbort = () => connection.fail(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return createEngine(connection, await connection.ready, logger);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

function createEngine(connection: Connection, ready: ReadyEvent, logger: Logger): Engine {
  const { model, languages, lanes, threads, version, vad, device } = ready;
  return {
    info: { model, languages, lanes, threads, version, vad, device },
    alive: connection.alive,

    async transcribe(pcm, options) {
      const { last, segments } = await connection.request({
        frame: (id) => transcribeFrame(id, pcm, options),
        audio: pcm,
        ...options,
      });
      const done = expectDone(last);
      const isKnown = languages.includes(done.language);
      if (!isKnown || !timesHold(segments, pcm)) {
        const error = new AppError('engine_protocol');
        connection.fail(error);
        throw error;
      }
      logger.debug({ computeMs: done.timings.total_ms }, 'window transcribed');
      return {
        language: done.language,
        languageProbs: done.language_probs,
        noSpeechProb: done.no_speech_prob,
        segments: segments.map(toEngineSegment),
      };
    },

    async detect(pcm, options) {
      const { last } = await connection.request({
        frame: (id) => ({ type: 'detect', id, bytes: pcm.length }),
        audio: pcm,
        ...options,
      });
      const done = expectDone(last);
      logger.debug({ computeMs: done.timings.total_ms }, 'language detected');
      return done.language_probs;
    },

    async speech(pcm, options) {
      const { last } = await connection.request({
        frame: (id) => ({ type: 'vad', id, bytes: pcm.length }),
        audio: pcm,
        ...options,
      });
      if (last.type !== 'vad') throw new AppError('engine_protocol');
      return Float32Array.from(last.probabilities);
    },

    async bench({ runs, brief = false, roofline = false, ...options }) {
      const asked = { ...(brief ? { brief } : {}), ...(roofline ? { roofline } : {}) };
      const { last } = await connection.request({
        frame: (id) => ({ type: 'bench', id, runs, ...asked }),
        ...options,
      });
      if (last.type !== 'bench') throw new AppError('engine_protocol');
      const measured = last.runs.map((run) => ({
        encodeMs: run.encode_ms,
        promptMs: run.prompt_ms,
        decodeMs: run.decode_ms,
        batchMs: run.batch_ms,
      }));
      return { runs: measured, ...(last.roofline ? { roofline: last.roofline } : {}) };
    },

    close: connection.close,
  };
}

function transcribeFrame(id: string, pcm: Uint8Array, options: TranscribeOptions): EngineRequest {
  const { language, prompt, translate = false, alone = false, temperature } = options;
  return {
    type: 'transcribe',
    id,
    bytes: pcm.length,
    language,
    ...(prompt === undefined ? {} : { prompt }),
    ...(translate ? { translate } : {}),
    ...(alone ? { alone } : {}),
    ...(temperature === undefined ? {} : { options: { temperature } }),
  };
}

function expectDone(event: Answer['last']): DoneEvent {
  if (event.type !== 'done') throw new AppError('engine_protocol');
  return event;
}

function toEngineSegment(event: SegmentEvent): EngineSegment {
  return {
    startMs: event.start_ms,
    endMs: event.end_ms,
    text: event.text,
    tokens: event.tokens.map(({ text, start_ms, end_ms, p }) => ({
      text,
      startMs: start_ms,
      endMs: end_ms,
      p,
    })),
  };
}

/** 16 samples of 16 bits per millisecond. */
const BYTES_PER_MS = 32;

/** Whether all times follow native/protocol.md: within the window, segments in order. */
function timesHold(segments: readonly SegmentEvent[], audio: Uint8Array): boolean {
  const windowMs = Math.floor(audio.length / BYTES_PER_MS);
  return segments.every(({ start_ms, end_ms, tokens }, index) => {
    const before = segments[index - 1]?.end_ms ?? 0;
    const within = [end_ms, ...tokens.map((token) => token.end_ms)].every((ms) => ms <= windowMs);
    return start_ms >= before && within;
  });
}
