/** Reads the transcript in a project of REFI-QDA (.qdpx): https://www.qdasoftware.org */
import { decode, excerpt, unreadable, wrongTimes } from './given-transcript.ts';
import { readXml } from './read-xml.ts';
import type { TimePoint } from './timed-text.ts';
import { readZipEntry } from './zip-entry.ts';

const PROJECT = 'project.qde';

type Transcript = {
  name: string;
  path: string | null;
  content: string | null;
  points: { position: number; ms: number }[];
};

/**
 * The text of the one transcript that is tied to its recording. Nothing is written to the disk, so names in the archive lead
 * nowhere. @throws transcript_unreadable, transcript_too_large, transcript_encoding
 */
export function readQdpx(bytes: Uint8Array): { text: string; points: TimePoint[] } {
  const project = readZipEntry(bytes, (name) => name.toLowerCase() === PROJECT);
  if (!project) throw unreadable('The transcript is a ZIP archive without a project of REFI-QDA.');
  const transcripts = readProject(decode(project)).filter(({ points }) =>
    points.some(({ ms }) => ms > 0),
  );
  const [transcript] = transcripts;
  if (!transcript) {
    throw unreadable('The project has no transcript that is tied to the times of a recording.');
  }
  if (transcripts.length > 1) {
    const names = transcripts.map(({ name }) => `“${name}”`);
    const some = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;
    throw unreadable(`The project has several transcripts: ${some}. Export one of them alone.`);
  }
  const text = textOf(transcript, bytes).replaceAll(/\r\n?/g, '\n');
  return { text, points: toPoints(transcript.points, text) };
}

function readProject(xml: string): Transcript[] {
  const transcripts: Transcript[] = [];
  let open: Transcript | null = null;
  readXml(xml, {
    open(name, attributes) {
      const { name: called = '', plainTextPath: path = null, position, timeStamp } = attributes;
      if (name === 'Transcript') open = { name: excerpt(called), path, content: null, points: [] };
      else if (name === 'SyncPoint' && open && position !== undefined && timeStamp !== undefined) {
        open.points.push({ position: whole(position), ms: whole(timeStamp) });
      }
    },
    close(name, said) {
      if (name === 'PlainTextContent' && open) open.content = said;
      if (name !== 'Transcript' || !open) return;
      transcripts.push(open);
      open = null;
    },
  });
  return transcripts;
}

/** @throws transcript_times */
function whole(number: string): number {
  if (/^\s*\d{1,10}\s*$/.test(number)) return Number(number);
  throw wrongTimes(`A point of the transcript has a wrong time or place: ${excerpt(number)}`);
}

/** Its own, or that of a file in the folder `sources`. */
function textOf({ name, path, content }: Transcript, bytes: Uint8Array): string {
  if (content !== null) return content;
  const file = path?.startsWith('internal://') ? path.split('/').at(-1)?.toLowerCase() : '';
  if (!file) {
    throw unreadable(`The transcript “${name}” of the project has no plain text in it.`);
  }
  const isIt = (entry: string) => entry.toLowerCase().replaceAll('\\', '/') === `sources/${file}`;
  const text = readZipEntry(bytes, isIt);
  if (!text) throw unreadable(`The project lacks the text of its transcript “${name}”.`);
  return decode(text);
}

/** Positions count characters of Unicode, of which some take two places in a string. */
function toPoints(points: Transcript['points'], text: string): TimePoint[] {
  const ordered = points.toSorted((one, other) => one.position - other.position);
  let [at, counted] = [0, 0];
  return ordered.map(({ position, ms }) => {
    for (; counted < position && at < text.length; counted++) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    return { at, ms };
  });
}
