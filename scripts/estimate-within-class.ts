/**
 * Estimates the within-class covariance of the built-in speaker model: `node scripts/estimate-within-class.ts FOLDER`, with one
 * folder of recordings per person. Writes src/main/speakers/neural/within-class.json, whose speakers docs/models.md
 * names; `npx biome format --write` formats it. Requires the built engine.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256OfFile } from '../src/main/core/file-digest.ts';
import { findSpeech } from '../src/main/engine/speech/find-speech.ts';
import { addOuter } from '../src/main/speakers/grouping/project-segments.ts';
import { neuralEmbeddings, withSounds } from '../src/main/speakers/neural/neural-embeddings.ts';
import { NEURAL_WINDOW_MS } from '../src/main/speakers/neural/window-embedder.ts';
import builtIn from '../src/main/speakers/neural/within-class.json' with { type: 'json' };
import { WithinClass } from '../src/main/speakers/neural/within-class-file.ts';
import {
  cutVoiceWindows,
  rowOf,
  type VoiceEmbeddings,
} from '../src/main/speakers/voice-embeddings.ts';
import { bytesOfS16 } from '../test/helpers/corpus/audio.ts';
import { demoModel, openEngine } from '../test/helpers/engines/engine.ts';
import { CONDITIONS } from './conditions.ts';
import { readPerson } from './read-person.ts';

const SECONDS_A_VOICE = 60;

const speakerModel = join(import.meta.dirname, '../resources/models/speaker.onnx');
const written = join(import.meta.dirname, '../src/main/speakers/neural/within-class.json');
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'steno-voices-'));
const engine = await openEngine({ modelPath: demoModel, lanes: 1, threads: 1, signal });

async function listen(samples: Int16Array): Promise<VoiceEmbeddings> {
  const path = join(folder, 'voice.s16');
  writeFileSync(path, bytesOfS16(samples));
  const { regions } = await findSpeech({ path, signal }, engine);
  const windows = cutVoiceWindows(regions, NEURAL_WINDOW_MS);
  return withSounds(await neuralEmbeddings({ path, model: speakerModel }, windows, () => {}));
}

/** Adds the windows' deviations from their mean. Returns the degrees of freedom added. */
function addDifferences(
  covariance: Float64Array,
  { dim, windows, vectors }: VoiceEmbeddings,
): number {
  const mean = new Float32Array(dim);
  vectors.forEach((value, at) => {
    mean[at % dim] = (mean[at % dim] ?? 0) + value / windows.length;
  });
  windows.forEach((_, row) => {
    const difference = rowOf(vectors, dim, row).map((value, at) => value - (mean[at] ?? 0));
    addOuter(covariance, difference, 1);
  });
  return windows.length - 1;
}

try {
  const source = process.argv[2] ?? '';
  const names = readdirSync(source).toSorted();
  let covariance = new Float64Array(0);
  let freedom = 0;
  for (const name of names) {
    const samples = readPerson(join(source, name), SECONDS_A_VOICE);
    // Differences between two conditions are not learned: a recording has only one of them.
    for (const record of Object.values(CONDITIONS)) {
      const embeddings = await listen(record(samples));
      if (covariance.length === 0) covariance = new Float64Array(embeddings.dim ** 2);
      freedom += addDifferences(covariance, embeddings);
    }
    process.stderr.write(`${name}\n`);
  }
  const dim = Math.sqrt(covariance.length);
  const triangle = Array.from({ length: dim }, (_, row) =>
    Array.from(covariance.subarray(row * dim, row * dim + row + 1), (value) => value / freedom),
  ).flat();
  const estimated = WithinClass.parse({
    model: await sha256OfFile(speakerModel),
    voices: names.length,
    speeds: builtIn.speeds,
    dim,
    covariance: Buffer.from(Float32Array.from(triangle).buffer).toString('base64'),
  });
  writeFileSync(written, `${JSON.stringify(estimated, null, 2)}\n`);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
