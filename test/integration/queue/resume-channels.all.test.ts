import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool, poolClips } from '../../helpers/corpus/audio.ts';
import { compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { asCall, blend, keepOnly, stereoWav } from '../../helpers/corpus/stereo.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder, startTestApp, transcribe } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { until } from '../../helpers/harness/until.ts';

const HIM = 'en-us+m3';
const HER = 'en-gb-x-rp+f3';

let dataDir: string;
/** ffmpeg, but where it is to keep both sides apart it says so in a file and stands still. */
let stallingFfmpeg: string;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
/** Undisturbed. */
let whole: Transcription;

const stalled = () => join(dataDir, 'stalled');
const input = () => ({ url: `${origin.url}/call.wav`, language: 'en', structure: false });
const start = (env: Record<string, string> = {}) => startService(dataDir, env);

beforeAll(async () => {
  dataDir = join(await makeTempFolder(), 'data');
  const { bytes, text } = call();
  origin = await serveRecordings({ '/call.wav': bytes });
  const ffmpeg = await findFfmpeg({ env: process.env });
  const stall = `touch ${shellWord(stalled())}; while kill -0 $PPID 2>/dev/null; do sleep 0.1; done`;
  stallingFfmpeg = await writeScript(
    join(dataDir, '..', 'ffmpeg.sh'),
    `case "$*" in *layouts=stereo*) ${stall};; *) exec ${shellWord(ffmpeg)} "$@";; esac`,
  );
  const app = await startTestApp();
  whole = await transcribe(app.client, input());
  await app.stop();
  expect(whole.result?.diarization.method).toBe('channels');
  expect(wordErrorRate(text, whole.result?.text ?? '')).toBeLessThan(0.1);
});
afterAll(async () => {
  await origin.close();
  await rm(dirname(dataDir), { recursive: true, force: true });
});

test('after two power cuts a call is transcribed on both lines and labeled by its channels', async () => {
  const measuring = await start({ STENO_FFMPEG: stallingFfmpeg });
  const { id } = await measuring.client.createTranscription(input());
  await until(() => existsSync(stalled()));
  await measuring.kill();
  const folder = join(dataDir, 'work', id);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['audio.s16']));
  await writeFile(join(folder, 'channels.f32.part'), new Uint8Array(7));

  // What was half measured is measured again, and what was measured is not.
  const engine = await writeProgram(join(dataDir, '..', 'engine.sh'), hangingEngine);
  const transcribing = await start({ STENO_ENGINE: engine });
  await until(
    async () => (await transcribing.client.getTranscription(id)).stage === 'transcribing',
  );
  await transcribing.kill();
  await rm(stalled());

  const last = await start({ STENO_FFMPEG: stallingFfmpeg });
  expect(transcribed(await finished(last.client, id))).toEqual(transcribed(whole));
  expect(existsSync(stalled())).toBe(false);
  await last.stop();
});

function transcribed({ result }: Transcription) {
  return {
    segments: result?.segments,
    speakers: result?.speakers,
    diarization: result?.diarization,
  };
}

/** Two people on a channel each, taking turns; hers is 20 dB quieter, so that it is made louder. */
function call(): { bytes: Buffer; text: string } {
  const said = (voice: string) => poolClips().filter((clip) => clip.voice === voice);
  const clips = [0, 1].flatMap((turn) => [said(HIM)[turn], said(HER)[turn]]);
  const { samples, truth } = compose(
    loadPool(),
    clips.flatMap((clip) => clip ?? []),
  );
  const of = (name: string) =>
    keepOnly(
      samples,
      truth.filter(({ voice }) => voice === name),
    );
  return {
    bytes: stereoWav(asCall(of(HIM), blend([of(HER), 0.1]))),
    text: truth.map((segment) => segment.text).join(' '),
  };
}
