import type { Hono } from 'hono';
import { routes } from '../../../shared/routes.ts';
import type { SpeakerService } from '../../services/speaker.service.ts';
import type { VoiceService } from '../../services/voice.service.ts';
import { requireWindow } from '../auth.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

/** Speakers of a transcription; the voices of all of them belong to the person at the window. */
export function speakerRoutes(
  app: Hono<HttpEnv>,
  { speakers, voices }: { speakers: SpeakerService; voices: VoiceService },
): void {
  serve(app, routes.renameSpeaker, ({ params, body }) =>
    speakers.rename(params.id, params.speaker, body.name),
  );
  serve(app, routes.labelSpeakers, ({ params, body }) =>
    speakers.label(params.id, body.speakers_expected),
  );
  app.use('/v1/voices', requireWindow);
  app.use('/v1/voices/*', requireWindow);
  serve(app, routes.listVoices, () => voices.list());
  serve(app, routes.renameVoice, ({ params, body }) => voices.rename(params.id, body.name));
  serve(app, routes.forgetVoice, async ({ params }) => {
    await voices.forget(params.id);
    return undefined;
  });
}
