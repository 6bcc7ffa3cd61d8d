import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { ExportQuery } from '../../../shared/exports/export-options.ts';
import { type AudioEvent, AudioForm, type AudioVerbose } from '../../../shared/openai-audio.ts';
import { routes } from '../../../shared/routes/routes.ts';
import { isTerminal } from '../../../shared/transcription/job-state.ts';
import {
  CreateTranscription,
  type Transcription,
  type TranscriptionResult,
} from '../../../shared/transcription/transcription.ts';
import { parseWorded } from '../../../shared/validation-messages.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { toAppError } from '../../core/system-errors.ts';
import { toAudioAnswer, toSpoken } from '../../services/transcriptions/openai-audio-answer.ts';
import { waitUntilOver } from '../../services/transcriptions/wait-until-over.ts';
import { errorBody, fromProblem } from '../error-handler.ts';
import type { HttpEnv } from '../http-env.ts';
import type { HttpDependencies } from '../http-services.ts';
import { type FormFields, receiveForm } from '../multipart.ts';
import type { Serve } from '../serve-route.ts';

type Completed = Transcription & { result: TranscriptionResult };

/** Often enough to keep the connection open through proxies and idle timers. */
const PING_MS = 15_000;

/** For clients of OpenAI's audio API: one request uploads the recording, and its response is the text. */
export function audioRoutes(serve: Serve, deps: HttpDependencies): void {
  serve(routes.audioTranscription, (_, c) => answerAudio(c, deps, 'transcribe'));
  serve(routes.audioTranslation, (_, c) => answerAudio(c, deps, 'translate'));
}

async function answerAudio(
  c: Context<HttpEnv>,
  deps: HttpDependencies,
  task: AudioVerbose['task'],
): Promise<Response> {
  const { files, transcriptions } = deps;
  const principal = c.get('principal');
  const received = await receiveForm(c, files, Object.keys(AudioForm.shape));
  const create = async () => {
    const form = readForm(received.fields);
    const { model, language, prompt: vocabulary } = form;
    const request = CreateTranscription.parse({
      url: received.file.url,
      model,
      language,
      vocabulary,
      structure: false,
      translate: task === 'translate',
    });
    return { form, id: (await transcriptions.create(request, principal)).transcription.id };
  };
  // Otherwise no one would know the URL of the upload.
  const { form, id } = await create().catch(async (error: unknown) => {
    await files.removeOf(received.file.url);
    throw error;
  });
  c.header('X-Transcription-Id', id);
  return form.stream
    ? streamAnswer(c, deps, id, form)
    : sendAnswer(c, deps, await waitForText(c, deps, id, c.req.raw.signal), form, task);
}

/** A field is a string, or a list if its name ends in `[]`. @throws invalid_request */
function readForm(fields: FormFields): AudioForm {
  const values = [...fields].map(([name, all]) => [name, name.endsWith('[]') ? all : all.at(-1)]);
  const given = Object.fromEntries(values);
  const { data, problem } = parseWorded(AudioForm, given);
  if (problem) throw fromProblem(problem);
  return data;
}

/** Waits for the end; a client that disconnects earlier cancels it. @throws what the transcription failed with */
async function waitForText(
  c: Context<HttpEnv>,
  { transcriptions, events, clock, closing }: HttpDependencies,
  id: string,
  left: AbortSignal,
): Promise<Completed> {
  const principal = c.get('principal');
  using revoked = c.get('untilRevoked')();
  const over = await waitUntilOver(
    id,
    { transcriptions, events, clock, principal },
    { signal: AbortSignal.any([left, closing]), revoked: revoked?.signal ?? null },
  );
  if (!isTerminal(over.status)) {
    // The transcription continues when the service is back; the client has its id.
    closing.throwIfAborted();
    await transcriptions.cancel(id, principal);
    throw new AppError('canceled');
  }
  if (over.error) throw new AppError(over.error.code, { message: over.error.message });
  const { result, ...rest } = await transcriptions.get(id, principal);
  if (!result) throw new AppError('not_found');
  return { ...rest, result };
}

async function sendAnswer(
  c: Context<HttpEnv>,
  { exports }: HttpDependencies,
  transcription: Completed,
  form: AudioForm,
  task: AudioVerbose['task'],
): Promise<Response> {
  const { response_format: format } = form;
  if (format === 'text') return c.text(`${transcription.result.text}\n`);
  if (format !== 'srt' && format !== 'vtt') return c.json(toAudioAnswer(transcription, form, task));
  const query = ExportQuery.parse({ format });
  const { id } = transcription;
  const file = await exports.render(id, query, c.get('principal'), c.req.raw.signal);
  if (!('body' in file) || typeof file.body !== 'string') throw new AppError('internal');
  return c.body(file.body, 200, { 'Content-Type': file.type });
}

/** Streams the text piece by piece as events, then the whole text; periodic comments keep the connection open. */
function streamAnswer(
  c: Context<HttpEnv>,
  deps: HttpDependencies,
  id: string,
  form: AudioForm,
): Response {
  const response = streamSSE(c, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    const send = (event: AudioEvent | { error: unknown }) =>
      stream.writeSSE({ data: JSON.stringify(event) });
    const done = new AbortController();
    void keepOpen(stream, deps.clock, done.signal);
    try {
      const { result, duration_seconds } = await waitForText(c, deps, id, left.signal);
      done.abort();
      for (const [at, segment] of toSpoken(result.segments).entries()) {
        const delta = at === 0 ? segment.text : ` ${segment.text}`;
        if (form.response_format === 'diarized_json') await send(segment);
        await send({ type: 'transcript.text.delta', delta });
      }
      const usage = { type: 'duration', seconds: duration_seconds ?? 0 } as const;
      await send({ type: 'transcript.text.done', text: result.text, usage });
    } catch (error) {
      await send(errorBody(toAppError(error), c.get('requestId'), 'openai'));
    } finally {
      done.abort();
    }
  });
  // Closes the connection afterwards, so that the service can stop without waiting for it.
  response.headers.set('Connection', 'close');
  return response;
}

async function keepOpen(stream: SSEStreamingApi, clock: Clock, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    await clock.sleep(PING_MS, done).then(
      () => stream.write(': ping\n\n'),
      () => {},
    );
  }
}
