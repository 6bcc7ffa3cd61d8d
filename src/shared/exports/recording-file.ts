/** The recording as other programs are to find it: beside the transcript, under its own name. */
import { safeFileName } from '../file-name.ts';
import { isMediaName } from '../sources/media-extensions.ts';
import { fileStem, titleOf } from '../transcription/title.ts';
import type { Transcription } from '../transcription/transcription.ts';

export type RecordingFile = { name: string; type: string; isVideo: boolean };

const TYPES: Readonly<Record<string, string>> = {
  ...{ mp3: 'audio/mpeg', wav: 'audio/x-wav', m4a: 'audio/mp4', aac: 'audio/aac' },
  ...{ flac: 'audio/flac', ogg: 'audio/ogg', opus: 'audio/ogg', aiff: 'audio/x-aiff' },
  ...{ mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/quicktime', mkv: 'video/x-matroska' },
  ...{ webm: 'video/webm', avi: 'video/x-msvideo', mpg: 'video/mpeg', mpeg: 'video/mpeg' },
};

/** By the name of its file where that is known, else by its title and what is kept of it. */
export function recordingFile({ source, result }: Transcription): RecordingFile {
  const path = URL.canParse(source.url) ? new URL(source.url).pathname : source.url;
  const named = [source.title ?? '', path.split('/').at(-1) ?? ''].find(isMediaName) ?? '';
  const kept = result?.media?.type;
  const byType = Object.keys(TYPES).find((one) => TYPES[one] === kept);
  const ending =
    named === '' ? (byType ?? 'mp3') : named.slice(named.lastIndexOf('.') + 1).toLowerCase();
  const isOwnName = named !== '' && named === source.title;
  const type = TYPES[ending] ?? kept ?? 'audio/mpeg';
  return {
    name: isOwnName ? safeFileName(named) : `${fileStem(titleOf(source))}.${ending}`,
    type,
    isVideo: type.startsWith('video/'),
  };
}
