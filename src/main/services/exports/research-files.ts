/** Files for programs of research: ELAN, Praat, oTranscribe, and those that read REFI-QDA. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ExportFormat } from '../../../shared/exports/export-options.ts';
import { recordingFile } from '../../../shared/exports/recording-file.ts';
import { writeEaf } from '../../../shared/exports/write-eaf.ts';
import { writeOtr } from '../../../shared/exports/write-otr.ts';
import { type ProjectFile, writeProject } from '../../../shared/exports/write-qdpx.ts';
import { writeTextGrid } from '../../../shared/exports/write-textgrid.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import type { Pieces } from '../transcriptions/write-transcription.ts';

export type ResearchFormat = Extract<ExportFormat, 'eaf' | 'textgrid' | 'otr' | 'qdpx'>;

/** ZIP knows no earlier time. */
const FIRST_OF_ZIP = Date.UTC(1980, 0, 2);
/** What is handed to the archive at a time, and between two turns of others. */
const PIECE_CHARACTERS = 100_000;

/** The file, made in pieces, so that a long transcript does not keep others waiting. */
export async function writeResearchFile(
  transcription: Transcription,
  format: ResearchFormat,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<Pieces> {
  const { id, source, language, completed_at, created_at, duration_seconds } = transcription;
  const recording = recordingFile(transcription);
  const date = completed_at ?? created_at;
  switch (format) {
    case 'eaf': {
      const facts = { recording, date, language, guid: stableGuid(id, 'document') };
      return inPieces(writeEaf(segments, facts), signal);
    }
    case 'textgrid':
      return inPieces(
        writeTextGrid(segments, { durationMs: (duration_seconds ?? 0) * 1000 }),
        signal,
      );
    case 'otr':
      return [Buffer.from(writeOtr(segments, recording))];
    case 'qdpx': {
      const guid = (name: string) => stableGuid(id, name);
      const files = writeProject(segments, { title: titleOf(source), recording, date, guid });
      return zip(files, { mtime: Math.max(Date.parse(date), FIRST_OF_ZIP), signal });
    }
  }
}

/** A GUID that is always the same for the same thing (RFC 9562, version 8). */
function stableGuid(id: string, name: string): string {
  const bytes = createHash('sha256').update(`${id}\n${name}`).digest().subarray(0, 16);
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x80;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function inPieces(lines: Iterable<string>, signal: AbortSignal): Promise<Pieces> {
  const pieces: Buffer<ArrayBuffer>[] = [];
  let [waiting, characters]: [string[], number] = [[], 0];
  const flush = () => {
    pieces.push(Buffer.from(waiting.join('')));
    [waiting, characters] = [[], 0];
  };
  for (const line of lines) {
    waiting.push(line);
    characters += line.length;
    if (characters < PIECE_CHARACTERS) continue;
    flush();
    await setImmediate();
    signal.throwIfAborted();
  }
  flush();
  return pieces;
}

/** The same bytes for the same files. */
async function zip(
  files: readonly ProjectFile[],
  { mtime, signal }: { mtime: number; signal: AbortSignal },
): Promise<Pieces> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    pieces.push(new Uint8Array(bytes));
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name);
    file.mtime = mtime;
    archive.add(file);
    for (let at = 0; at < text.length; ) {
      // No character is cut in two.
      let to = at + PIECE_CHARACTERS;
      if (/[\udc00-\udfff]/.test(text.charAt(to))) to++;
      file.push(strToU8(text.slice(at, to)));
      at = to;
      await setImmediate();
      signal.throwIfAborted();
    }
    file.push(new Uint8Array(), true);
  }
  archive.end();
  return pieces;
}
