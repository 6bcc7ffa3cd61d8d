/**
 * A stand-in for steno-engine on a computer with a graphics card. Spawned as `node fake-card.ts --card MODE --log FILE
 * …`; the mode says how the card (mis)behaves, and the log gets a line for every start. The processor returns what
 * fake-engine.ts returns, and so does a good card.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAKE_MODEL, FAKE_TIMINGS, fakeSegments } from './fake-engine.ts';

export type CardMode =
  | 'good'
  /** Exclamation marks, as broken drivers are known for. */
  | 'exclaims'
  | 'other_words'
  | 'silent'
  /** Dies at the first window. */
  | 'crashes'
  /** Takes longer than the processor. */
  | 'slow'
  /** Has no room for the model. */
  | 'full'
  /** Has no room for windows of over 15 s. */
  | 'tight'
  /** Waits for its library, which is to lie beside the log. */
  | 'waits'
  /** Is lost at the first window of over 15 s. */
  | 'lost';

export const CARD = {
  id: 'card-1',
  name: 'Example Card 9000',
  type: 'discrete',
  driver: 'Example 1.0',
  memory_total: 8_000_000_000,
  memory_free: 6_000_000_000,
};
/** What the service looks for beside the engine. */
export const LIBRARY = process.platform === 'win32' ? 'steno-vulkan.dll' : 'libsteno-vulkan.so';
const LONG_BYTES = 15_000 * 32;
/** Far enough from a card that takes no time, and from a slow one, for a busy machine to tell. */
const PROCESSOR_MS = 300;
const SLOW_MS = 1500;

/** The command that runs the fake, for `writeProgram`. */
export function fakeCard(mode: CardMode, log: string): { file: string; args: string[] } {
  return { file: process.execPath, args: [import.meta.filename, '--card', mode, '--log', log] };
}

const RUN = { encode_ms: 10, prompt_ms: 5, decode_ms: 1, batch_ms: 2 };
const BENCH = { type: 'bench', threads: 1, runs: [RUN] };

type Header = { type: string; id: string; bytes?: number; language?: string | null };

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const later = (ms: number, work: () => void) => void setTimeout(work, ms);

function done({ id, language }: Header, text: (segment: { text: string }) => string, pcm: Buffer) {
  for (const segment of fakeSegments(pcm)) {
    const words = text(segment);
    if (words === '') continue;
    const [first] = segment.tokens;
    const tokens = words === segment.text ? segment.tokens : [{ ...first, text: words }];
    say({ type: 'segment', id, ...segment, text: words, tokens });
  }
  say({
    type: 'done',
    id,
    language: language ?? 'en',
    no_speech_prob: 0.01,
    timings: FAKE_TIMINGS,
    language_probs: language ? {} : { en: 0.9, de: 0.1 },
  });
}

function onCard(mode: CardMode, header: Header, pcm: Buffer): void {
  const { id } = header;
  const isLong = pcm.length > LONG_BYTES;
  const texts: Partial<Record<CardMode, string>> = {
    exclaims: ' !!!!',
    other_words: ' something else',
    silent: '',
  };
  if (mode === 'crashes') process.kill(process.pid, 'SIGSEGV');
  else if (mode === 'tight' && isLong) {
    say({ type: 'error', id, code: 'device_memory', message: 'no room' });
  } else if (mode === 'lost' && isLong) {
    say({ type: 'error', id, code: 'device_failed', message: 'ErrorDeviceLost' });
  } else {
    const answer = () => done(header, ({ text }) => texts[mode] ?? text, pcm);
    if (mode === 'slow') later(SLOW_MS, answer);
    else answer();
  }
}

function main(args: string[]): void {
  const after = (name: string) => args[args.indexOf(name) + 1] ?? '';
  const mode = after('--card') as CardMode;
  const isCard = after('--device') === CARD.id;
  if (args.includes('--devices')) {
    appendFileSync(after('--log'), 'devices\n');
    const waits = mode === 'waits' && !existsSync(join(dirname(after('--log')), LIBRARY));
    say({ type: 'devices', devices: waits ? [] : [CARD], waiting: waits ? [CARD] : [] });
    return;
  }
  appendFileSync(after('--log'), `${after('--device')}\n`);
  if (isCard && mode === 'full') {
    say({ type: 'error', id: null, code: 'device_memory', message: 'too little memory' });
    process.exitCode = 4;
    return;
  }
  const lanes = Number(after('--lanes'));
  say({
    type: 'ready',
    model: FAKE_MODEL,
    languages: ['en', 'de'],
    simd: '',
    lanes,
    threads: 1,
    version: 'fake',
    device: isCard ? CARD : null,
  });
  let input: Buffer = Buffer.alloc(0);
  process.stdin.on('data', (chunk: Buffer) => {
    input = Buffer.concat([input, chunk]);
    for (let end = input.indexOf(10); end !== -1; end = input.indexOf(10)) {
      const header = JSON.parse(input.subarray(0, end).toString('utf8')) as Header;
      const next = end + 1 + (header.bytes ?? 0);
      if (input.length < next) break;
      const pcm = input.subarray(end + 1, next);
      input = input.subarray(next);
      if (header.type === 'bench') say({ ...BENCH, id: header.id });
      if (header.type !== 'transcribe' && header.type !== 'detect') continue;
      if (isCard) onCard(mode, header, pcm);
      else later(PROCESSOR_MS, () => done(header, ({ text }) => text, pcm));
    }
  });
  process.stdin.on('end', () => process.exit(0));
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
