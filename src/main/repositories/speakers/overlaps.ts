/** Where several speakers of a recording talk at once, as it is stored and as segments show it. */
import { z } from 'zod';
import type { TimeSpan } from '../../../shared/time.ts';
import type { Database } from '../database.ts';

const Overlaps = z.array(
  z.object({
    startMs: z.int().nonnegative(),
    endMs: z.int().nonnegative(),
    /** The labels, such as `Speaker 1`. */
    speakers: z.array(z.string()),
  }),
);
type Overlap = z.infer<typeof Overlaps>[number];

export type NamedSpeaker = { number: number; name: string };

/** All who speak in a span, its own speaker first; null where that is the only one. */
type SpeakersIn = (span: TimeSpan, own: string) => NamedSpeaker[] | null;

/** The JSON of the column; overlaps of fewer than two speakers are left out. */
export function packOverlaps(overlaps: readonly Overlap[]): string {
  return JSON.stringify(overlaps.filter(({ speakers }) => speakers.length > 1));
}

/** Less of another's speech is a nod or a breath, and names no one. */
const LEAST_MS = 400;

/** The overlaps of a transcription, to be asked in order of time. */
export async function readOverlaps(db: Database, id: string): Promise<SpeakersIn> {
  const row = await db
    .selectFrom('diarizations')
    .select('atOnce')
    .where('transcriptionId', '=', id)
    .executeTakeFirst();
  const overlaps = Overlaps.parse(JSON.parse(row?.atOnce ?? '[]'));
  if (overlaps.length === 0) return () => null;
  const rows = await db
    .selectFrom('speakers')
    .select(['label', 'number', 'name'])
    .where('transcriptionId', '=', id)
    // A speaker who says nothing is none of the recording's any more.
    .where('label', 'in', (query) =>
      query.selectFrom('segments').select('speaker').where('transcriptionId', '=', id),
    )
    .execute();
  const known = new Map(
    rows.map(({ label, number, name }) => [label, { number, name: name ?? label }]),
  );
  let first = 0;
  return ({ startMs, endMs }, own) => {
    while ((overlaps[first]?.endMs ?? Number.POSITIVE_INFINITY) <= startMs) first += 1;
    const spoken = new Map<string, number>();
    for (let at = first; at < overlaps.length; at += 1) {
      const overlap = overlaps[at];
      if (!overlap || overlap.startMs >= endMs) break;
      const ms = Math.min(endMs, overlap.endMs) - Math.max(startMs, overlap.startMs);
      for (const label of overlap.speakers) spoken.set(label, (spoken.get(label) ?? 0) + ms);
    }
    const others = [...spoken].filter(([label, ms]) => label !== own && ms >= LEAST_MS);
    const speakers = [own, ...others.map(([label]) => label)].flatMap((l) => known.get(l) ?? []);
    return speakers.length > 1 ? speakers : null;
  };
}
