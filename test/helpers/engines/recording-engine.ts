/**
 * The real engine, with a note in a log for every window it is given; dies of SIGSEGV at a window of its first life
 * if told so. Run as `node recording-engine.ts LOG CRASH_AT ENGINE …`, where CRASH_AT 0 means never.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const CRASH = 'crash';
const END = 'end';

/** The windows in the log, each by the hash of its samples, in the order they were given. */
export function transcribedWindows(log: string): string[] {
  return linesOf(log).filter((line) => line !== CRASH && line !== END);
}

export function crashes(log: string): number {
  return linesOf(log).filter((line) => line === CRASH).length;
}

/** How many of its runs ended because their stdin was closed; nothing of such a run is logged later. */
export function ends(log: string): number {
  return linesOf(log).filter((line) => line === END).length;
}

function linesOf(log: string): string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
}

type Header = { type: string; bytes?: number };

/** Calls `onFrame` for every whole frame and returns what is left. */
function takeFrames(input: Buffer, onFrame: (header: Header, audio: Buffer) => void): Buffer {
  let rest = input;
  for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
    const header = JSON.parse(rest.subarray(0, end).toString()) as Header;
    const next = end + 1 + (header.bytes ?? 0);
    if (rest.length < next) break;
    onFrame(header, rest.subarray(end + 1, next));
    rest = rest.subarray(next);
  }
  return rest;
}

function main([log = '', crashAt = '', engine = '', ...args]: string[]): void {
  const child = spawn(engine, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  child.on('exit', (code) => process.exit(code ?? 1));
  child.stdin.on('error', () => {});
  let input: Buffer = Buffer.alloc(0);
  process.stdin.on('data', (chunk: Buffer) => {
    input = takeFrames(Buffer.concat([input, chunk]), (header, audio) => {
      if (header.type !== 'transcribe') return;
      appendFileSync(log, `${createHash('sha256').update(audio).digest('hex')}\n`);
      if (transcribedWindows(log).length !== Number(crashAt) || crashes(log) > 0) return;
      appendFileSync(log, `${CRASH}\n`);
      child.kill('SIGKILL');
      process.kill(process.pid, 'SIGSEGV');
    });
    child.stdin.write(chunk);
  });
  process.stdin.on('end', () => {
    appendFileSync(log, `${END}\n`);
    child.stdin.end();
  });
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
