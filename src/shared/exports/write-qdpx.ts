/** Projects of REFI-QDA 1.5, for programs of qualitative research: https://www.qdasoftware.org */
import { cleanLine } from '../subtitles/spacing.ts';
import type { Segment } from '../transcription/transcript.ts';
import { escapeHtml } from './escape-html.ts';
import type { RecordingFile } from './recording-file.ts';

export type QdpxFacts = {
  title: string;
  recording: RecordingFile;
  /** When the text was made. */
  date: string;
  /** A GUID for each name, the same whenever it is exported. */
  guid: (name: string) => string;
};

export type ProjectFile = { name: string; text: string };
type Point = { position: number; ms: number };

/**
 * The recording as a source beside the project, its transcript as plain text, and points that tie the two. Codes, cases and notes
 * are what researchers add.
 */
export function writeProject(segments: readonly Segment[], facts: QdpxFacts): ProjectFile[] {
  const { title, recording, date, guid } = facts;
  const { text, points } = writeText(segments);
  const file = `${guid('text')}.txt`;
  const source = recording.isVideo ? 'VideoSource' : 'AudioSource';
  const path = `relative:///${recording.name}`;
  const lines = points.map(
    ({ position, ms }, at) =>
      `        <SyncPoint guid="${guid(`point ${at}`)}" timeStamp="${ms}" position="${position}"/>\n`,
  );
  const project = `<?xml version="1.0" encoding="utf-8"?>
<Project xmlns="urn:QDA-XML:project:1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:QDA-XML:project:1.0 http://schema.qdasoftware.org/versions/Project/v1.0/Project.xsd" name="${escapeHtml(title)}" origin="Steno" creationDateTime="${date}">
  <Sources>
    <${source} guid="${guid('recording')}" name="${escapeHtml(title)}" path="${escapeHtml(path)}" creationDateTime="${date}">
      <Transcript guid="${guid('transcript')}" name="${escapeHtml(title)}" plainTextPath="internal://${file}" creationDateTime="${date}">
${lines.join('')}      </Transcript>
    </${source}>
  </Sources>
</Project>
`;
  return [
    { name: 'project.qde', text: project },
    { name: `sources/${file}`, text },
  ];
}

/**
 * A line for each segment; positions count characters of Unicode. Its end is a point too, unless somebody else begins
 * before it: points never go back in time.
 */
function writeText(segments: readonly Segment[]): { text: string; points: Point[] } {
  const isNamed = segments.some(({ speaker }) => speaker !== segments[0]?.speaker);
  const spoken = segments.filter(({ text }) => cleanLine(text) !== '');
  const [lines, points]: [string[], Point[]] = [[], []];
  let position = 0;
  for (const [at, { startMs, endMs, speaker, text }] of spoken.entries()) {
    const line = `${isNamed ? `${cleanLine(speaker)}:\t` : ''}${cleanLine(text)}\n`;
    const length = [...line].length;
    points.push({ position, ms: startMs });
    if (endMs <= (spoken[at + 1]?.startMs ?? endMs)) {
      points.push({ position: position + length - 1, ms: endMs });
    }
    lines.push(line);
    position += length;
  }
  return { text: lines.join(''), points };
}
