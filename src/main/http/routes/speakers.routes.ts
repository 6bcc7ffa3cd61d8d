import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { SpeakerService } from '../../services/speaker.service.ts';
import type { TranscriptionService } from '../../services/transcriptions/transcription.service.ts';
import type { VoiceService } from '../../services/voice.service.ts';
import { requireWindow } from '../access/auth.ts';
import { sendJson } from '../download.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

/** Speakers of a transcription; the voices of all of them belong to the person at the window. */
export function speakerRoutes(
  app: Hono<HttpEnv>,
  {
    speakers,
    voices,
    transcriptions,
  }: { speakers: SpeakerService; voices: VoiceService; transcriptions: TranscriptionService },
): void {
  serve(app, routes.renameSpeaker, async ({ params, body }, c) => {
    await speakers.rename(params.id, params.speaker, body.name);
    return sendJson(c, await transcriptions.write(params.id));
  });
  serve(app, routes.labelSpeakers, async ({ params, body }, c) => {
    await speakers.label(params.id, body.speakers_expected);
    return sendJson(c, await transcriptions.write(params.id));
  });
  app.use('/v1/voices', requireWindow);
  app.use('/v1/voices/*', requireWindow);
  serve(app, routes.listVoices, () => voices.list());
  serve(app, routes.renameVoice, ({ params, body }) => voices.rename(params.id, body.name));
  serve(app, routes.forgetVoice, async ({ params }) => {
    await voices.forget(params.id);
    return undefined;
  });
}
