import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import type { CheckedUrl } from './url-guard.ts';

/** Answers every look-up with the addresses that were checked, whatever name is asked for. */
export function pinnedLookup(checked: CheckedUrl): LookupFunction {
  return (_hostname, options, callback) => {
    const wanted = checked.addresses.filter(
      ({ family }) => !options.family || options.family === family,
    );
    const [first] = wanted;
    if (first === undefined) {
      const error: NodeJS.ErrnoException = new Error('no checked address of this family');
      error.code = 'ENOTFOUND';
      callback(error, []);
    } else if (options.all) {
      callback(null, [...wanted]);
    } else {
      callback(null, first.address, first.family);
    }
  };
}

/**
 * An agent for one checked URL that can connect to nothing but the addresses that were checked: no second look-up,
 * no proxy from the environment, certificates always verified. Its owner must destroy it and keeps the time itself.
 */
export function createPinnedAgent(checked: CheckedUrl): Agent {
  return new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: pinnedLookup(checked), timeout: 0, rejectUnauthorized: true },
  });
}
