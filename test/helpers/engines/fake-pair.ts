/**
 * A stand-in for steno-engine with two models: a Parakeet one that writes the second window in English whatever is
 * spoken, as that model is known to do, and a Whisper one that gets it right. Spawned as `node fake-pair.ts --spoken
 * CODE --log FILE …`; CODE is the language of that window, all others are French, and the log gets a line for every
 * request.
 */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { FAKE_MODEL, FAKE_TIMINGS } from './fake-engine.ts';

/** The command that runs the fake, for `writeProgram`. */
export function fakePair(spoken: 'fr' | 'en', log: string): { file: string; args: string[] } {
  return { file: process.execPath, args: [import.meta.filename, '--spoken', spoken, '--log', log] };
}

export const BY_PARAKEET =
  'Nous avons pris le train du matin et il est arrivé à la gare avec une heure de retard.';
export const BY_WHISPER =
  'Il y avait beaucoup de monde dans la rue parce que c’était le jour du marché.';
export const IN_ENGLISH =
  'There were many people in the street because it was the day of the market.';

const WINDOW_MS = 28_000;
const MODELS = {
  parakeet: { architecture: 'parakeet', type: 'parakeet-tdt-0.6b', vocab: 8192 },
  whisper: { architecture: 'whisper', type: 'custom', vocab: 51865 },
} as const;
const BYTES_A_MS = 32;
/** Samples of 32 ms, and what the loudest of them are below where no one speaks. */
const FRAME = 512;
const QUIET = 600;

type Kind = keyof typeof MODELS;
type Header = { type: string; id: string; bytes?: number; language?: string | null };

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** One segment over the whole window, its words evenly spread. */
function segment(text: string, lengthMs: number) {
  const words = text.split(' ');
  const step = Math.floor(Math.min(lengthMs, WINDOW_MS) / words.length);
  const tokens = words.map((word, id) => ({
    id,
    text: ` ${word}`,
    p: 0.9,
    start_ms: id * step,
    end_ms: (id + 1) * step,
  }));
  const end_ms = words.length * step;
  return { start_ms: 0, end_ms, text: ` ${text}`, no_speech_prob: 0.01, tokens };
}

/** Someone speaks wherever it is not quiet: a probability for each 32 ms. */
function vad(pcm: Buffer): number[] {
  const samples = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
  return Array.from({ length: Math.ceil(samples.length / FRAME) }, (_, at) => {
    const frame = samples.subarray(at * FRAME, (at + 1) * FRAME);
    return frame.some((sample) => Math.abs(sample) > QUIET) ? 0.95 : 0.05;
  });
}

/** Answers the windows of one life of the engine; the second one Parakeet is given is the one that it gets wrong. */
function createAnswers(kind: Kind, spoken: string) {
  const windows: string[] = [];
  return ({ type, id, language }: Header, pcm: Buffer): void => {
    if (type === 'vad') say({ type, id, probabilities: vad(pcm) });
    if (type !== 'transcribe' && type !== 'detect') return;
    if (type === 'transcribe') {
      const window = createHash('sha256').update(pcm).digest('hex');
      if (!windows.includes(window)) windows.push(window);
      const drifts = kind === 'parakeet' && windows[1] === window;
      const text = kind === 'whisper' ? BY_WHISPER : drifts ? IN_ENGLISH : BY_PARAKEET;
      say({ type: 'segment', id, ...segment(text, pcm.length / BYTES_A_MS) });
    }
    say({
      type: 'done',
      id,
      language: language ?? spoken,
      no_speech_prob: 0.01,
      timings: FAKE_TIMINGS,
      language_probs: language ? {} : { [spoken]: 0.95 },
    });
  };
}

function main(args: string[]): void {
  const after = (name: string) => args[args.indexOf(name) + 1] ?? '';
  const checked = args.includes('--check');
  const path = after(checked ? '--check' : '--model');
  const kind: Kind = basename(path).includes('parakeet') ? 'parakeet' : 'whisper';
  const model = { ...FAKE_MODEL, ...MODELS[kind] };
  const languages = ['en', 'fr'];
  if (args.includes('--devices')) say({ type: 'devices', devices: [] });
  else if (checked) say({ type: 'model', model, languages });
  else serve(kind, model, languages, after('--spoken'), after('--log'));
}

function serve(kind: Kind, model: object, languages: string[], spoken: string, log: string): void {
  say({
    type: 'ready',
    model,
    languages,
    simd: '',
    lanes: 1,
    threads: 1,
    version: 'fake',
    vad: true,
  });
  const answer = createAnswers(kind, spoken);
  let input: Buffer = Buffer.alloc(0);
  process.stdin.on('data', (chunk: Buffer) => {
    input = Buffer.concat([input, chunk]);
    for (let end = input.indexOf(10); end !== -1; end = input.indexOf(10)) {
      const header = JSON.parse(input.subarray(0, end).toString('utf8')) as Header;
      const next = end + 1 + (header.bytes ?? 0);
      if (input.length < next) break;
      appendFileSync(log, `${kind} ${header.type}\n`);
      answer(header, input.subarray(end + 1, next));
      input = input.subarray(next);
    }
  });
  process.stdin.on('end', () => process.exit(0));
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
