/** Sounds in which no one speaks, made by ffmpeg: 16 kHz mono. */
import { execaSync } from 'execa';
import { s16FromBytes } from './audio.ts';

const SOURCES = {
  'white noise': 'anoisesrc=color=white:amplitude=0.3:seed=1',
  'pink noise': 'anoisesrc=color=pink:amplitude=0.5:seed=2',
  /** Mains with its overtones. */
  hum: 'aevalsrc=0.2*sin(2*PI*50*t)+0.15*sin(2*PI*100*t)+0.1*sin(2*PI*150*t)',
  /** A minor chord that is struck every second and dies away. */
  chord:
    'aevalsrc=(sin(2*PI*220*t)+sin(2*PI*261.6*t)+sin(2*PI*329.6*t)+0.5*sin(2*PI*440*t))*0.15*exp(-2*mod(t\\,1))',
  /** A tune of eight notes over a bass and a drum. */
  tune: 'aevalsrc=0.25*(sin(2*PI*t*V)+0.5*sin(4*PI*t*V)+0.3*sin(6*PI*t*V))*exp(-4*mod(t\\,0.5))+0.2*sin(2*PI*t*V/4)+0.2*(random(0)-0.5)*exp(-30*mod(t\\,0.5))'.replaceAll(
    'V',
    '(220*pow(2\\,mod(floor(t*2)*5\\,8)/6))',
  ),
} as const;

type Sound = keyof typeof SOURCES;

const made = new Map<string, Int16Array<ArrayBuffer>>();

/** The same samples for all who ask. */
export function synthesize(sound: Sound, durationMs: number): Int16Array<ArrayBuffer> {
  const key = `${sound} ${durationMs}`;
  const samples = made.get(key) ?? make(sound, durationMs);
  made.set(key, samples);
  return samples;
}

function make(sound: Sound, durationMs: number): Int16Array<ArrayBuffer> {
  const source = `${SOURCES[sound]}:d=${durationMs / 1000}`;
  const { stdout } = execaSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      source,
      '-ac',
      '1',
      '-ar',
      '16000',
      '-f',
      's16le',
      'pipe:1',
    ],
    { encoding: 'buffer', maxBuffer: 100_000_000 },
  );
  return s16FromBytes(stdout);
}
