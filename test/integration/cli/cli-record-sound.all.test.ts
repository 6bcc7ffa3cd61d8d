import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { soundSoFar } from '../../helpers/corpus/pieces.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import {
  endsInTone,
  noSoundServer,
  type SoundServer,
  startSoundServer,
} from '../../helpers/servers/sound-server.ts';

/** An echo that comes later than this is not found. */
const ECHO_FOUND_MS = 250;
const [MINE, THEIRS, OTHER] = [440, 880, 1320];

describe.skipIf(noSoundServer !== null)('steno record with a sound server', () => {
  let app: TestApp;
  let sound: SoundServer;
  let unplug: () => Promise<string>;
  let endTone: () => Promise<string>;
  let running: ReturnType<typeof startSteno>;

  beforeEach(async () => {
    app = await startTestApp();
    sound = await startSoundServer();
    endTone = await sound.addOutput('speakers', THEIRS);
    unplug = await sound.addMicrophone('microphone', MINE);
    await sound.pactl('set-default-sink', 'speakers');
    await sound.pactl('set-default-source', 'microphone');
  });
  afterEach(async () => {
    await sound.stop();
    await app.stop();
  });

  const record = (...more: string[]) => {
    const args = ['record', '--data', app.dataDir, '--no-live', ...more];
    running = startSteno(args, sound.env);
  };
  const recording = async () => (await app.client.listRecordings()).data[0];

  /** Waits until all of what the tracks hear is these tones. */
  const hears = (...tones: number[]) =>
    until(async () => {
      const made = await recording();
      const tracks = made ? await soundSoFar(app.dataDir, made) : [];
      return tracks.length > 0 && tones.every((hertz, at) => endsInTone(tracks[at], hertz));
    });

  const stop = async () => {
    running.interrupt();
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    return stderr;
  };

  test('keeps the microphone and what is played apart, though the monitor was turned down', async () => {
    await sound.pactl('set-source-volume', 'speakers.monitor', '0');
    await sound.pactl('set-source-mute', 'speakers.monitor', '1');
    record('--computer');
    await hears(MINE, THEIRS);
    await stop();
  });

  test('has both on one clock: what a microphone hears of the loudspeakers is an echo, not another speaker', async () => {
    await endTone();
    const ear = ['module-remap-source', 'source_name=ear', 'master=speakers.monitor'];
    await sound.pactl('load-module', ...ear);
    await sound.pactl('set-default-source', 'ear');
    record('--computer');
    const { id } = await until(recording);
    await until(async () => (await app.client.getRecording(id)).next_piece > 3);
    await sound.pactl('load-module', 'module-sine', 'sink=speakers', `frequency=${THEIRS}`);
    await hears(THEIRS, THEIRS);
    const made = await app.client.getRecording(id);
    const begins = (await soundSoFar(app.dataDir, made)).map((track) => track.findIndex(Boolean));
    const [mine = 0, theirs = 0] = begins;
    expect(Math.abs(mine - theirs) / 16).toBeLessThan(ECHO_FOUND_MS);
    await stop();
  });

  test('goes on with the output that is used next', async () => {
    record('--computer');
    await hears(MINE, THEIRS);
    // What plays moves to the next output as well.
    await endTone();
    await sound.addOutput('headphones', OTHER);
    await sound.pactl('set-default-sink', 'headphones');
    await hears(MINE, OTHER);
    await stop();
  });

  test('goes on when the microphone is pulled out, says so, and takes the next', async () => {
    record('--computer');
    await hears(MINE, THEIRS);
    await unplug();
    const { id, tracks } = await until(async () => {
      const made = await recording();
      return made && made.gaps.length > 0 ? made : null;
    });
    const [microphone] = await soundSoFar(app.dataDir, { id, tracks });
    expect(microphone?.slice(-4000)).toEqual(new Int16Array(4000));
    await sound.addMicrophone('headset', OTHER);
    await hears(OTHER, THEIRS);
    expect((await recording())?.gaps).toEqual([expect.objectContaining({ track: 'microphone' })]);
    const stderr = await stop();
    expect(stderr).toContain('There is no microphone any more');
    expect(stderr).toContain('A microphone is there again');
  });
});
