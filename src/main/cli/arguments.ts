/** Reads the values of options, and says what is wrong with them. */
import { InvalidArgumentError } from 'commander';
import { MAX_SPEAKERS } from '../../shared/transcription/speakers.ts';

const MAX_PORT = 65_535;

export function integer(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number.');
}

export function portNumber(text: string): number {
  const port = integer(text);
  if (port <= MAX_PORT) return port;
  throw new InvalidArgumentError(`Give a number up to ${MAX_PORT}.`);
}

export function people(text: string): number {
  const count = integer(text);
  if (count >= 1 && count <= MAX_SPEAKERS) return count;
  throw new InvalidArgumentError(`Give a number from 1 to ${MAX_SPEAKERS}.`);
}

/** Without a slash at its end, since paths are added to it. */
export function httpAddress(text: string): string {
  const url = URL.parse(text);
  const isOne = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isOne) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Give an address such as https://steno.example.com.');
}
