/** PulseAudio without a sound card: outputs that play to nobody, and microphones that hear a tone each. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { makeTempFolder } from '../harness/app.ts';
import { until } from '../harness/until.ts';

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Why there is none here; `null` where there can be. */
export const noSoundServer: string | null =
  process.platform === 'linux' && isThere('pulseaudio') && isThere('pactl')
    ? null
    : 'no PulseAudio is installed (Debian and Ubuntu: apt install pulseaudio pulseaudio-utils)';
if (noSoundServer !== null)
  process.stderr.write(`Tests with a sound server are skipped: ${noSoundServer}.\n`);

export type SoundServer = Awaited<ReturnType<typeof startSoundServer>>;

export async function startSoundServer() {
  const folder = await makeTempFolder();
  const socket = join(folder, 'socket');
  /** For programs that are to use it. */
  const env = { PULSE_SERVER: `unix:${socket}`, XDG_RUNTIME_DIR: folder, HOME: folder };
  const server = spawn(
    'pulseaudio',
    [
      ...['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--disable-shm=yes'],
      ...['-L', `module-native-protocol-unix socket=${socket} auth-anonymous=1`],
    ],
    { stdio: 'ignore', env: { ...process.env, ...env } },
  );
  const exited = once(server, 'exit');
  const pactl = async (...args: string[]) => (await execa('pactl', args, { env })).stdout.trim();
  await until(() => pactl('info').catch(() => ''));
  /** Resolves to what takes it away again. */
  const add = async (...module: string[]) => {
    const number = await pactl('load-module', ...module);
    return () => pactl('unload-module', number);
  };
  return {
    env,
    pactl,
    /** A microphone that hears a tone of so many hertz. */
    addMicrophone: (name: string, hertz: number) =>
      add('module-sine-source', `source_name=${name}`, `frequency=${hertz}`),
    /** An output on which a tone is played; resolves to what ends that. */
    async addOutput(name: string, hertz: number) {
      await add('module-null-sink', `sink_name=${name}`);
      return add('module-sine', `sink=${name}`, `frequency=${hertz}`);
    },
    async stop(): Promise<void> {
      server.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether hardly anything but a tone of so many hertz was heard in the last half second, at 16 kHz (Goertzel). */
export function endsInTone(sound: Int16Array | undefined, hertz: number): boolean {
  const samples = sound?.slice(-8000) ?? [];
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / 16_000);
  let [before, last, power] = [0, 0, 0];
  for (const sample of samples) {
    [before, last] = [last, sample + turn * last - before];
    power += sample * sample;
  }
  const tone = last * last + before * before - turn * last * before;
  return power > 0 && (2 * tone) / (samples.length * power) > 0.9;
}
