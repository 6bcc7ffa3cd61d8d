import { constants } from 'node:os';

/** Ctrl-C, the wish of a supervisor or the system, and a terminal that was closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type StopSignal = (typeof STOP_SIGNALS)[number];

/**
 * Calls `listener` with the first of these signals, and lets further ones pass: one that is sent to a whole process
 * group comes a second time by way of bin/steno.mjs. Returns the end of that, after which a signal ends the program.
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

/** As a shell tells it: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}
