import { sql } from 'kysely';
import { DiarizationMethod } from '../../../shared/transcription/speakers.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { Warning } from '../../../shared/transcription/transcription.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Database } from '../database.ts';
import { assertClaim, type Claim } from '../jobs/job.repository.ts';
import { replaceWarnings } from '../jobs/stored-warnings.ts';
import { batches } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import {
  addStep,
  keepTranscribed,
  type NewStep,
  packStep,
  readVoices,
} from '../transcripts/history.repository.ts';
import { inRevision, readRevision } from '../transcripts/revision.ts';
import { diffRows, readRows } from '../transcripts/row-changes.ts';
import { toSegment } from '../transcripts/stored-segments.ts';
import { updateStructured } from '../transcripts/structuring.repository.ts';
import { moveVoices, readNames } from './name-speakers.ts';
import { packOverlaps } from './overlaps.ts';
import {
  type LabeledRows,
  type Labels,
  labelOf,
  planLabels,
  type SegmentWords,
} from './speaker-labels.ts';

/** A speaker of a recording. */
export type StoredSpeaker = Pick<
  Row<'speakers'>,
  'number' | 'label' | 'name' | 'confidence' | 'voiceId'
> & { talkMs: number; segments: number };

/** How the speakers were distinguished. */
export type StoredDiarization = Pick<Labels, 'method' | 'model' | 'confidence' | 'warning'>;

/** Labels computed for one revision of a transcript, and its segments as they would be. */
type Relabeling = { revision: number; labeled: LabeledRows; segments: Segment[] };

export function createSpeakerRepository(db: Database) {
  return {
    /** Labels a job's words: `label` receives the segments as they were transcribed. */
    async label(claim: Claim, label: (segments: readonly SegmentWords[]) => Labels): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await storeLabels(trx, claim.id, await planLabels(trx, claim.id, label));
      });
    },

    /** The speakers of a transcript that came with its recording, before its segments; null is one without a name. */
    async give(claim: Claim, names: readonly (string | null)[]): Promise<void> {
      const isNamed = names.some((name) => name !== null);
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await storeLabels(trx, claim.id, {
          segments: [],
          speakers: names.map((name, index) => ({
            label: labelOf(index),
            name,
            confidence: null,
            centroid: null,
            voiceId: null,
          })),
          diarization: {
            method: isNamed ? 'given' : 'single',
            model: null,
            confidence: isNamed ? 1 : 0,
            warning: null,
            evidence: null,
            space: null,
            atOnce: packOverlaps([]),
          },
        });
      });
    },

    /** New labels for a completed transcription as it is now, not stored yet. @throws not_found */
    async planRelabeling(
      id: string,
      label: (segments: readonly SegmentWords[]) => Labels,
    ): Promise<Relabeling> {
      const revision = await readRevision(db, id);
      const labeled = await planLabels(db, id, label);
      return { revision, labeled, segments: labeledSegments(labeled) };
    },

    /**
     * Stores planned labels and the structured text that follows from them (JSON, or null to leave it), as a step of the
     * history. @throws edited_elsewhere if the text changed since they were planned; not_found
     */
    async relabel(
      id: string,
      { revision, labeled }: Relabeling,
      structured: string | null,
      madeAt: number,
    ): Promise<void> {
      const step = await packStep(await labelStep(db, id, labeled, madeAt));
      await inRevision(db, id, revision, async (trx) => {
        const windows = labeled.segments.map(({ windowIdx }) => windowIdx);
        const names = await readNames(trx, id);
        await keepTranscribed(trx, id, windows);
        await storeLabels(trx, id, labeled);
        await moveVoices(trx, id, names, madeAt);
        const warnings = await warningsAfter(trx, id, labeled.diarization.warning);
        await addStep(trx, id, step);
        await trx
          .updateTable('transcriptions')
          .set({ speakerCount: COUNT_SPEAKERS, warnings })
          .where('id', '=', id)
          .execute();
        if (structured !== null) await updateStructured(trx, id, structured);
      });
    },

    /** The data for labeling again; null if there is none. */
    async evidence(id: string): Promise<Uint8Array | null> {
      const row = await db
        .selectFrom('diarizations')
        .select('evidence')
        .where('transcriptionId', '=', id)
        .executeTakeFirst();
      return row?.evidence ?? null;
    },
  };
}

/** The warnings of a transcription after labeling again: those about its earlier speakers are dropped. */
export async function warningsAfter(
  trx: Database,
  id: string,
  uncertain: string | null,
): Promise<string> {
  const { warnings } = await trx
    .selectFrom('transcriptions')
    .select('warnings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const codes = ['speakers_uncertain', 'speakers_failed'] as const;
  const ours: Warning[] =
    uncertain === null ? [] : [{ code: 'speakers_uncertain', message: uncertain }];
  return replaceWarnings(warnings, codes, ours);
}

/** How many speakers say something in the transcription being updated. */
export const COUNT_SPEAKERS = sql<number>`(
  SELECT COUNT(DISTINCT speaker) FROM segments WHERE transcription_id = transcriptions.id
)`;

/** The speakers who say something, by number; a voice deleted since then is omitted. */
export function readSpeakers(db: Database, id: string): Promise<StoredSpeaker[]> {
  return db
    .selectFrom('speakers')
    .innerJoin('segments', (join) =>
      join
        .onRef('segments.transcriptionId', '=', 'speakers.transcriptionId')
        .onRef('segments.speaker', '=', 'speakers.label'),
    )
    .leftJoin('voices', 'voices.id', 'speakers.voiceId')
    .select(['number', 'label', 'speakers.name', 'speakers.confidence', 'voices.id as voiceId'])
    .select(sql<number>`SUM(end_ms - start_ms)`.as('talkMs'))
    .select(sql<number>`COUNT(*)`.as('segments'))
    .where('speakers.transcriptionId', '=', id)
    .groupBy(['number', 'label', 'speakers.name', 'speakers.confidence', 'voices.id'])
    .orderBy('number')
    .execute();
}

/** How the speakers were distinguished; null before labeling. */
export async function readDiarization(db: Database, id: string): Promise<StoredDiarization | null> {
  const row = await db
    .selectFrom('diarizations')
    .select(['method', 'model', 'confidence', 'warning'])
    .where('transcriptionId', '=', id)
    .executeTakeFirst();
  return row ? { ...row, method: DiarizationMethod.parse(row.method) } : null;
}

/** Labeling again as a step of the edit history, so that it can be undone. */
async function labelStep(
  db: Database,
  id: string,
  { segments, speakers, diarization }: LabeledRows,
  madeAt: number,
): Promise<NewStep> {
  const { evidence: _evidence, ...told } = diarization;
  const after = speakers.map(({ centroid, ...speaker }, index) => ({
    ...speaker,
    number: index + 1,
    centroid: centroid && Buffer.from(centroid).toString('base64'),
  }));
  return {
    kind: 'voices',
    about: null,
    request: null,
    madeAt,
    body: {
      rows: diffRows(await readRows(db, id), segments),
      voices: {
        before: await readVoices(db, id),
        after: { speakers: after, diarization: told },
      },
    },
  };
}

/** Replaces the segments and the speakers of a transcription. Runs in a transaction. */
async function storeLabels(
  trx: Database,
  id: string,
  { segments, speakers, diarization }: LabeledRows,
): Promise<void> {
  await trx.deleteFrom('segments').where('transcriptionId', '=', id).execute();
  await trx.deleteFrom('speakers').where('transcriptionId', '=', id).execute();
  for (const [index, { label, name, confidence, voiceId, centroid }] of speakers.entries()) {
    const speaker = { label, name, confidence, voiceId, centroid };
    await trx
      .insertInto('speakers')
      .values({ transcriptionId: id, number: index + 1, ...speaker })
      .execute();
  }
  failpoint('speakers.storing');
  for (const rows of batches(segments)) await trx.insertInto('segments').values(rows).execute();
  await trx
    .insertInto('diarizations')
    .values({ transcriptionId: id, ...diarization })
    .onConflict((conflict) => conflict.column('transcriptionId').doUpdateSet(diarization))
    .execute();
}

/** The segments as they will be stored: what is made of them does not depend on what the speakers are called. */
function labeledSegments({ segments }: LabeledRows): Segment[] {
  return segments.map((row, id) => toSegment({ ...row, name: null }, id));
}
