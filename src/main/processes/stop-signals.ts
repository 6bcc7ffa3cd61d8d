import { constants } from 'node:os';

/** Ctrl-C, a stop by a supervisor or the system, and a closed terminal. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type StopSignal = (typeof STOP_SIGNALS)[number];

/**
 * Calls `listener` with the first of these signals and ignores later ones: a signal sent to a process group arrives a
 * second time through bin/steno.mjs. Returns a function that removes the handlers, after which a signal ends the
 * program.
 */
export function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  let asked = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked) return;
    asked = true;
    listener(signal as StopSignal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of STOP_SIGNALS) process.removeListener(signal, onSignal);
  };
}

/** As shells report it: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}
