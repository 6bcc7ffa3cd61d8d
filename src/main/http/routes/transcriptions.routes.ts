import type { Context } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import { type Principal, viewOf } from '../../services/principal.ts';
import type { Created } from '../../services/transcriptions/new-transcription.ts';
import { streamBody } from '../answer-stream.ts';
import { fileHeaders, sendJson, sendTagged, sendUnderTag } from '../etag-response.ts';
import type { HttpDependencies } from '../http-services.ts';
import { streamTranscription } from '../live-events.ts';
import type { Serve } from '../serve-route.ts';

export function transcriptionRoutes(
  serve: Serve,
  { transcriptions, subtitles, exports, quotes, ...stream }: HttpDependencies,
): void {
  const sendCreated = async (c: Context, created: Created, principal: Principal) => {
    const { transcription, how } = created;
    c.header('Location', `/v1/transcriptions/${transcription.id}`);
    if (how === 'created') return c.json(transcription, 201);
    if (how === 'replayed') c.header('Idempotency-Replayed', 'true');
    return sendJson(c, await transcriptions.write(transcription.id, principal));
  };
  serve(routes.createTranscription, async ({ body, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.create(body, principal, { idempotencyKey });
    return sendCreated(c, created, principal);
  });
  serve(routes.quoteTranscription, ({ body, principal }, c) =>
    quotes.quote(body, principal, c.req.raw.signal),
  );
  serve(routes.listTranscriptions, ({ query, principal }) => transcriptions.list(query, principal));
  serve(routes.getTranscription, async ({ params, query, principal }, c) => {
    const body = await transcriptions.write(params.id, principal, query);
    return sendTagged(c, { body, headers: { 'Content-Type': 'application/json' } });
  });
  serve(routes.updateTranscription, ({ params, body, principal }) =>
    transcriptions.change(params.id, body, principal),
  );
  serve(routes.listTags, ({ principal }) => transcriptions.tags(principal));
  serve(routes.cancelTranscription, ({ params, principal }) =>
    transcriptions.cancel(params.id, principal),
  );
  serve(routes.retryTranscription, async ({ params, principal }, c) => {
    const created = await transcriptions.retry(params.id, principal);
    c.header('Location', `/v1/transcriptions/${created.id}`);
    return created;
  });
  serve(routes.continueTranscription, async ({ params, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.continue(params.id, principal, { idempotencyKey });
    return sendCreated(c, created, principal);
  });
  serve(routes.transcribeAgain, async ({ params, body, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.again(params.id, body, principal, { idempotencyKey });
    return sendCreated(c, created, principal);
  });
  serve(routes.deleteTranscription, ({ params, principal }) =>
    transcriptions.remove(params.id, principal),
  );
  serve(routes.transcriptionEvents, ({ params, headers, principal }, c) => {
    const read = () => transcriptions.summary(params.id, principal);
    return streamTranscription(c, { ...stream, principal, read }, headers['last-event-id']);
  });
  serve(routes.getVtt, async ({ params: { id }, query: { token, ...options } }, c) => {
    const body = await subtitles.render(id, token, 'vtt', options);
    return sendTagged(c, { body, headers: fileHeaders('text/vtt; charset=utf-8', `${id}.vtt`) });
  });
  serve(routes.getSrt, async ({ params: { id }, query: { token, ...options } }, c) => {
    const body = await subtitles.render(id, token, 'srt', options);
    const headers = fileHeaders('application/x-subrip; charset=utf-8', `${id}.srt`);
    return sendTagged(c, { body, headers });
  });
  serve(routes.exportTranscription, async ({ params: { id }, query, principal }, c) => {
    const { signal } = c.req.raw;
    const { type, filename, ...file } = await exports.render(id, query, principal, signal);
    const headers = fileHeaders(type, filename);
    return 'write' in file
      ? sendUnderTag(c, { ...file, headers })
      : sendTagged(c, { ...file, headers });
  });
}

/** Taking several transcripts along at once. */
export function archiveRoutes(serve: Serve, { archive, logger }: HttpDependencies): void {
  serve(routes.exportTranscriptions, async ({ body, principal }, c) => {
    const pieces = await archive.open(body, principal, c.req.raw.signal);
    return c.body(
      streamBody(c, pieces, logger),
      200,
      fileHeaders('application/zip', 'Transcripts.zip'),
    );
  });
}

/** Structures a text again, and finds the language model that may help. */
export function structureRoutes(
  serve: Serve,
  { structuring, llm, transcriptions }: HttpDependencies,
): void {
  serve(routes.structureAgain, async ({ params, principal }, c) => {
    await structuring.again(params.id, principal);
    return sendJson(c, await transcriptions.write(params.id, principal), 202);
  });
  serve(routes.listLlmModels, ({ body }) => llm.models(body));
}

export function speakerRoutes(
  serve: Serve,
  { speakers, voices, transcriptions }: HttpDependencies,
): void {
  serve(routes.renameSpeaker, async ({ params, body, principal }, c) => {
    await speakers.rename(params.id, params.speaker, body, principal);
    return sendJson(c, await transcriptions.write(params.id, principal));
  });
  serve(routes.labelSpeakers, async ({ params, body, principal }, c) => {
    await speakers.label(params.id, body.speakers_expected, principal);
    return sendJson(c, await transcriptions.write(params.id, principal));
  });
  serve(routes.listVoices, ({ principal }) => voices.list(viewOf(principal)));
  serve(routes.renameVoice, ({ params, body, principal }) =>
    voices.rename(params.id, body.name, viewOf(principal)),
  );
  serve(routes.forgetVoice, ({ params, principal }) => voices.forget(params.id, viewOf(principal)));
}

export function projectRoutes(serve: Serve, { projects }: HttpDependencies): void {
  serve(routes.listProjects, ({ principal }) => projects.list(principal));
  serve(routes.createProject, ({ body, principal }) => projects.create(body, principal));
  serve(routes.getProject, ({ params, principal }) => projects.get(params.id, principal));
  serve(routes.updateProject, ({ params, body, principal }) =>
    projects.change(params.id, body, principal),
  );
  serve(routes.deleteProject, ({ params, principal }) => projects.remove(params.id, principal));
  serve(routes.moveRecordings, ({ body, principal }) => projects.move(body, principal));
}

/** Finding recordings, the order of those that wait, and deleting with a way back. */
export function libraryRoutes(serve: Serve, { search, queue, trash }: HttpDependencies): void {
  serve(routes.search, ({ query, principal }) => search.search(query, principal));
  serve(routes.searchRecordings, ({ query, principal }) =>
    search.searchRecordings(query, principal),
  );
  serve(routes.getQueue, ({ principal }) => queue.read(principal));
  serve(routes.listFailed, ({ query, principal }) => queue.failed(query, principal));
  serve(routes.pauseQueue, ({ principal }) => queue.pause(true, principal));
  serve(routes.resumeQueue, ({ principal }) => queue.pause(false, principal));
  serve(routes.moveInQueue, ({ params, body, principal }) =>
    queue.move(params.id, body.position, principal),
  );
  serve(routes.trashTranscription, ({ params, principal }) => trash.put(params.id, principal));
  serve(routes.restoreTranscription, ({ params, principal }) =>
    trash.restore(params.id, principal),
  );
  serve(routes.emptyTrash, ({ principal }) => trash.empty(principal));
}

/** Subtitles in other languages. */
export function translationRoutes(serve: Serve, { translations }: HttpDependencies): void {
  serve(routes.createTranslation, async ({ params, body, principal }, c) =>
    c.json(await translations.request(params.id, body, principal), 202),
  );
  serve(routes.listTranslations, ({ params, principal }) =>
    translations.list(params.id, principal),
  );
  serve(routes.listTranslatedCues, ({ params, principal }) => translations.cues(params, principal));
  serve(routes.deleteTranslation, ({ params, principal }) =>
    translations.remove(params, principal),
  );
}
