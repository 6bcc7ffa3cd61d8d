import BetterSqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { first } from '../../../src/main/repositories/migrations/0001-first.ts';
import { speakers } from '../../../src/main/repositories/migrations/0009-speakers.ts';
import { oneVoiceAPerson } from '../../../src/main/repositories/migrations/0016-one-voice-a-person.ts';
import { packEvidence } from '../../../src/main/speakers/evidence.ts';
import builtIn from '../../../src/main/speakers/neural/within-voice.json' with { type: 'json' };

const BUILT_IN = `neural 256 ${builtIn.model.slice(0, 16)}`;
const LARGE = 'neural 192 0123456789abcdef';

type Heard = { id: string; model: string | null; dim: number; digest: string | null };
type Named = { id: string; name: string; space: string };

/** A database as it was before, with transcripts and remembered voices, brought to this version. */
function migrated(heard: readonly Heard[], named: readonly Named[]) {
  const db = new BetterSqlite(':memory:');
  db.exec(first);
  db.exec(speakers);
  db.pragma('foreign_keys = OFF');
  for (const { id, model, dim, digest } of heard) {
    const windows = [{ startMs: 0, endMs: 1250 }];
    const vectors = new Float32Array(dim).fill(1);
    const prints = { model, digest, space: `neural ${dim} ${model}`, dim, windows, vectors };
    db.prepare('INSERT INTO diarizations VALUES (?, ?, ?, 1, NULL, ?)').run(
      ...[id, 'neural', model, packEvidence({ regions: windows, prints })],
    );
  }
  named.forEach(({ id, name, space }, index) => {
    const profile = new Uint8Array(new Float32Array([index]).buffer);
    db.prepare('INSERT INTO voices VALUES (?, ?, ?, ?, 1000, ?, ?)').run(
      ...[id, name, space, profile, index, index],
    );
    db.prepare(
      'INSERT INTO speakers(transcription_id, number, label, voice_id) VALUES (?, 1, 1, ?)',
    ).run(...[`talk with ${name} ${index}`, id]);
  });
  db.exec(oneVoiceAPerson);
  const all = (query: string) => db.prepare(query).raw().all();
  return {
    voices: all('SELECT id, name FROM voices ORDER BY name'),
    profiles: all('SELECT voice_id, space FROM voice_profiles ORDER BY voice_id, space'),
    spaces: all('SELECT transcription_id, space FROM diarizations ORDER BY 1'),
    recognised: all('SELECT voice_id FROM speakers ORDER BY transcription_id'),
  };
}

const byBuiltIn = { id: 'a', model: 'speaker', dim: 256, digest: builtIn.model };
const byLarge = { id: 'b', model: 'large', dim: 192, digest: '0123456789abcdef'.repeat(4) };

test('a voice that the built-in model heard is known by that model’s digest, also without its recording', () => {
  const anna = { id: 'voi_1', name: 'Anna', space: 'neural 256 speaker' };
  expect(migrated([], [anna]).profiles).toEqual([['voi_1', BUILT_IN]]);
  expect(migrated([byBuiltIn], [anna])).toMatchObject({
    profiles: [['voi_1', BUILT_IN]],
    spaces: [['a', BUILT_IN]],
  });
});

test('a voice that another model heard is known by the digest of the one file that has its name', () => {
  const bo = { id: 'voi_2', name: 'Bo', space: 'neural 192 large' };
  expect(migrated([byLarge], [bo]).profiles).toEqual([['voi_2', LARGE]]);
  const other = { ...byLarge, id: 'c', digest: 'f'.repeat(64) };
  expect(migrated([byLarge, other], [bo]).profiles).toEqual([['voi_2', 'neural 192 large']]);
  expect(migrated([], [bo]).profiles).toEqual([['voi_2', 'neural 192 large']]);
});

test('a person whom two models know is one voice, also where it was recognised', () => {
  const known = [
    { id: 'voi_1', name: 'Anna', space: 'neural 256 speaker' },
    { id: 'voi_2', name: 'Anna', space: 'neural 192 large' },
  ];
  expect(migrated([byBuiltIn, byLarge], known)).toEqual({
    voices: [['voi_1', 'Anna']],
    profiles: [
      ['voi_1', LARGE],
      ['voi_1', BUILT_IN],
    ],
    spaces: [
      ['a', BUILT_IN],
      ['b', LARGE],
    ],
    recognised: [['voi_1'], ['voi_1']],
  });
});

test('what pitch and sound told, and what the first versions heard, stays what it was', () => {
  const acoustic = { id: 'd', model: null, dim: 21, digest: null };
  const early = { id: 'e', model: 'speaker', dim: 128, digest: null };
  expect(migrated([acoustic, early], []).spaces).toEqual([
    ['d', null],
    ['e', 'neural 128 speaker'],
  ]);
});
