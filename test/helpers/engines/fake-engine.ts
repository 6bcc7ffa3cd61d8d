/**
 * A stand-in for steno-engine that speaks its protocol (native/protocol.md). Spawned as `node fake-engine.ts
 * --fake MODE …`; the mode says how it (mis)behaves. Its words follow from the audio alone; translated, they are in
 * capitals.
 */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

export type FakeMode =
  | 'ok'
  /** Dies of SIGSEGV at the first window. */
  | 'crash'
  /** Takes windows and never says a word. */
  | 'hang'
  /** Takes windows of over ten seconds and never says a word; shorter ones it answers. */
  | 'hang_long'
  /** Answers the first window with a line that is no event. */
  | 'garbage'
  /** Answers the first window with the given line, and then as 'ok' does. */
  | 'saying'
  /** Answers one window each time the given file is there, which it takes away; all of them if the file says so. */
  | 'waiting'
  /** Writes down what it is given, and dies of SIGSEGV at every window that is poison; see `poisonedEngine`. */
  | 'poisoned'
  /** Answers the first window with a line of 2 MB. */
  | 'endless'
  /** Answers the first window with segments that never end. */
  | 'flood'
  /** Reports progress until it is aborted. */
  | 'slow'
  /** Runs out of memory while it loads the model. */
  | 'oom'
  /** Ready, with the names of its environment variables as its version. */
  | 'environment';

/** The command that runs the fake, for the `command` of the adapter. */
export function fakeEngine(mode: FakeMode): { file: string; args: string[] } {
  return { file: process.execPath, args: [import.meta.filename, '--fake', mode] };
}

function givenEngine(mode: FakeMode, given: string | Uint8Array) {
  const { file, args } = fakeEngine(mode);
  return { file, args: [...args, '--given', Buffer.from(given).toString('base64')] };
}

/** The one that says `line`, in which ID stands for the id of the request. */
export const sayingEngine = (line: string | Uint8Array) => givenEngine('saying', line);

/** The one that answers a window each time `answerOne` says so, and all once `answerAll` has. */
export const waitingEngine = (gate: string) => givenEngine('waiting', gate);
export function answerAll(gate: string): void {
  // A file that is there before what it says would be taken for one window's.
  writeFileSync(`${gate}.all`, ALL);
  renameSync(`${gate}.all`, gate);
}
/** Done once it has answered. */
export async function answerOne(gate: string): Promise<void> {
  writeFileSync(gate, '');
  while (existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 20));
}
const ALL = 'all';

/** The one that writes the digest of each window into `log`, and dies of those that `poison` names. */
export const poisonedEngine = (log: string) => givenEngine('poisoned', log);
export const windowsGiven = (log: string): string[] =>
  existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
export const poison = (log: string, windows: readonly string[]): void =>
  writeFileSync(`${log}.poison`, windows.join('\n'));

function isPoison(log: string, pcm: Uint8Array): boolean {
  const window = createHash('sha256').update(pcm).digest('hex');
  appendFileSync(log, `${window}\n`);
  return windowsGiven(`${log}.poison`).includes(window);
}

/** Whether a window may be answered now. */
function mayAnswer(gate: string): boolean {
  if (!existsSync(gate)) return false;
  if (readFileSync(gate, 'utf8') !== ALL) rmSync(gate);
  return true;
}

const WORDS = ['river', 'stone', 'garden', 'market', 'bridge', 'light', 'paper', 'music'];
const BYTES_PER_MS = 32;
const LONG_MS = 10_000;
const SEGMENT_MS = 4_000;
const WORD_MS = 500;

/** One segment per four seconds that are not digital silence, a word per half second. */
export function fakeSegments(pcm: Uint8Array) {
  const segments = [];
  for (let from = 0; from < pcm.length; from += SEGMENT_MS * BYTES_PER_MS) {
    const slice = pcm.subarray(from, from + SEGMENT_MS * BYTES_PER_MS);
    if (slice.every((byte) => byte === 0)) continue;
    const startMs = from / BYTES_PER_MS;
    const endMs = Math.floor((from + slice.length) / BYTES_PER_MS);
    const digest = createHash('sha256').update(slice).digest();
    const count = Math.max(1, Math.floor((endMs - startMs) / WORD_MS));
    const tokens = Array.from({ length: count }, (_, i) => ({
      id: i,
      text: ` ${WORDS[(digest[i % digest.length] ?? 0) % WORDS.length]}`,
      start_ms: Math.min(endMs, startMs + i * WORD_MS),
      end_ms: Math.min(endMs, startMs + (i + 1) * WORD_MS),
      p: 0.9,
    }));
    const text = tokens.map((token) => token.text).join('');
    segments.push({ start_ms: startMs, end_ms: endMs, text, no_speech_prob: 0.01, tokens });
  }
  return segments;
}

function inCapitals(segment: ReturnType<typeof fakeSegments>[number]) {
  const tokens = segment.tokens.map((token) => ({ ...token, text: token.text.toUpperCase() }));
  return { ...segment, text: segment.text.toUpperCase(), tokens };
}

/** What each fake says of its model and its work. */
export const FAKE_MODEL = {
  architecture: 'whisper',
  type: 'custom',
  size: 1,
  ftype: 'f16',
  multilingual: true,
  vocab: 51865,
  mels: 80,
  width: 128,
  encoder_layers: 4,
  decoder_layers: 3,
};
export const FAKE_TIMINGS = { mel_ms: 1, encode_ms: 2, decode_ms: 3, total_ms: 6 };

type Header = {
  type: string;
  id: string;
  bytes?: number;
  language?: string | null;
  translate?: boolean;
};

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function answer(mode: FakeMode, given: Buffer, header: Header, pcm: Uint8Array): void {
  const { id } = header;
  if (header.type === 'abort') say({ type: 'error', id, code: 'aborted', message: 'aborted' });
  if (header.type !== 'transcribe' && header.type !== 'detect') return;
  if (mode === 'hang') return;
  if (mode === 'waiting' && header.type === 'transcribe' && !mayAnswer(given.toString())) {
    setTimeout(() => answer(mode, given, header, pcm), 20);
    return;
  }
  if (mode === 'hang_long' && pcm.length > LONG_MS * BYTES_PER_MS) return;
  const dies = mode === 'poisoned' && header.type === 'transcribe' && isPoison(`${given}`, pcm);
  if (mode === 'crash' || dies) process.kill(process.pid, 'SIGSEGV');
  if (mode === 'garbage') process.stdout.write('{"type":"segment","start_ms":-5}\n');
  if (mode === 'saying') {
    const text = given.toString('latin1').replaceAll('ID', id);
    process.stdout.write(Buffer.from(`${text}\n`, 'latin1'));
  }
  if (mode === 'flood') {
    flood(id);
    return;
  }
  if (mode === 'endless') process.stdout.write(`${'x'.repeat(2_000_000)}\n`);
  say({ type: 'progress', id, progress: 0.5 });
  if (mode === 'slow') return;
  const detected = { en: 0.9, de: 0.1 };
  if (header.type === 'transcribe') {
    const segments = fakeSegments(pcm).map((said) => (header.translate ? inCapitals(said) : said));
    for (const segment of segments) say({ type: 'segment', id, ...segment });
  }
  const language = header.language ?? 'en';
  const probs = header.language ? {} : detected;
  say({
    type: 'done',
    id,
    language,
    language_probs: probs,
    no_speech_prob: 0.01,
    timings: FAKE_TIMINGS,
  });
}

function flood(id: string): void {
  const segment = { type: 'segment', id, start_ms: 0, end_ms: 0, text: '', no_speech_prob: 0 };
  const lines = `${JSON.stringify({ ...segment, tokens: [] })}\n`.repeat(1000);
  while (process.stdout.write(lines));
  process.stdout.once('drain', () => flood(id));
}

/** Takes whole frames off the front of `input` and returns what is left. */
function takeFrames(mode: FakeMode, given: Buffer, input: Buffer): Buffer {
  let rest = input;
  for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
    const header = JSON.parse(rest.subarray(0, end).toString('utf8')) as Header;
    const next = end + 1 + (header.bytes ?? 0);
    if (rest.length < next) break;
    answer(mode, given, header, rest.subarray(end + 1, next));
    rest = rest.subarray(next);
  }
  return rest;
}

function main(args: string[]): void {
  const after = (name: string) => args[args.indexOf(name) + 1] ?? '';
  const mode = after('--fake') as FakeMode;
  if (mode === 'oom') {
    say({ type: 'error', id: null, code: 'out_of_memory', message: 'Not enough memory' });
    process.exitCode = 3;
    return;
  }
  if (args.includes('--check')) {
    say({ type: 'error', id: null, code: 'model_invalid', message: 'This is no model' });
    process.exitCode = 2;
    return;
  }
  if (!existsSync(after('--model'))) {
    say({ type: 'error', id: null, code: 'model_missing', message: 'There is no model file' });
    process.exitCode = 2;
    return;
  }
  const lanes = args.includes('--lanes') ? Number(after('--lanes')) : 1;
  const version = mode === 'environment' ? Object.keys(process.env).join(',') : 'fake';
  const languages = ['en', 'de', 'es'];
  say({ type: 'ready', model: FAKE_MODEL, languages, simd: '', lanes, threads: 1, version });
  const given = Buffer.from(args.includes('--given') ? after('--given') : '', 'base64');
  let input: Buffer = Buffer.alloc(0);
  process.stdin.on('data', (chunk: Buffer) => {
    input = takeFrames(mode, given, Buffer.concat([input, chunk]));
  });
  process.stdin.on('end', () => process.exit(0));
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
