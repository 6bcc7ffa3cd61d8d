import { createClient } from '../../../shared/client.ts';
import { QuickTranscription } from './quick-transcription.ts';

/** The service that served this page; the session cookie signs in. */
export const client = createClient({
  baseUrl: '',
  fetch: (...request) => fetch(...request),
  transcription: QuickTranscription,
});
