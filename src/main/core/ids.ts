import { timingSafeEqual } from 'node:crypto';
import { customAlphabet } from 'nanoid';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 22 base62 characters: 131 bits, so that an id or token cannot be guessed. */
const random = customAlphabet(BASE62, 22);

/** Ids name their type and cannot be guessed. */
export const newTranscriptionId = (): string => `trs_${random()}`;
export const newRecordingId = (): string => `rec_${random()}`;
export const newFileId = (): string => `file_${random()}`;
export const newExportId = (): string => `exp_${random()}`;
export const newProjectId = (): string => `prj_${random()}`;
export const newHighlightId = (): string => `hl_${random()}`;
export const newVoiceId = (): string => `voice_${random()}`;
export const newKeyId = (): string => `key_${random()}`;
export const newSessionId = (): string => `ses_${random()}`;
export const newEventId = (): string => `evt_${random()}`;
export const newRequestId = (): string => `req_${random()}`;
/** A secret for a link or a cookie. */
export const newToken = (): string => random();

/** Compares secrets in a time that reveals only their length. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
