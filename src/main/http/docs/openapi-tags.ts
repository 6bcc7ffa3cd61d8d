/** What the endpoints are about, by the first part of their paths after the version. */
export const TAGS: Readonly<Record<string, string>> = {
  health: 'Whether the service is up.',
  transcriptions: 'Making transcriptions, following them, and taking along what was said.',
  voices: 'The people whose voices are known again.',
  files: 'Recordings from your own disk.',
  search: 'Finding what was said in all recordings.',
  events: 'Changes as they happen.',
  usage: 'What was transcribed, and what it cost.',
  'sign-in-links': 'Letting a browser in.',
  keys: 'The keys that programs send.',
  sessions: 'The browsers that are signed in.',
  settings: "The person's settings.",
  llm: 'The language model that may improve structured text.',
  'watch-folder': 'The folder whose recordings are transcribed by themselves.',
  storage: 'The room that everything takes.',
  backups: 'Copies of the database.',
  models: 'The Whisper models that transcribe.',
  'speaker-models': 'The models that tell voices apart.',
  webhooks: 'What is sent to your server when a transcription is over.',
  sources: 'What lies behind a link.',
  'yt-dlp': 'The program that follows links to pages and platforms.',
};

/** `/v1/sign-in-links/{id}` belongs to `sign-in-links`. */
export function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'v1') ?? '';
}
