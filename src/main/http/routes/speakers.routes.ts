import { routes } from '../../../shared/routes/routes.ts';
import { viewOf } from '../../services/principal.ts';
import type { SpeakerService } from '../../services/speaker.service.ts';
import type { TranscriptionService } from '../../services/transcriptions/transcription.service.ts';
import type { VoiceService } from '../../services/voice.service.ts';
import { sendJson } from '../download.ts';
import type { Serve } from '../serve.ts';

/** Speakers of a transcription, and the voices that are remembered. */
export function speakerRoutes(
  serve: Serve,
  {
    speakers,
    voices,
    transcriptions,
  }: { speakers: SpeakerService; voices: VoiceService; transcriptions: TranscriptionService },
): void {
  serve(routes.renameSpeaker, async ({ params, body, principal }, c) => {
    await speakers.rename(params.id, params.speaker, body.name, principal);
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
  serve(routes.forgetVoice, async ({ params, principal }) => {
    await voices.forget(params.id, viewOf(principal));
    return undefined;
  });
}
