import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { examine } from '../../doctor/examine.ts';
import { type Finding, summary } from '../../doctor/finding.ts';
import { printJson } from '../terminal/output.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';

const MARKS: Record<Finding['state'], string> = { good: '✓', note: '!', problem: '✗' };

/** `steno doctor`: checks everything. Exits with 1 if a problem remains. */
export async function runDoctor(
  config: Config,
  { fix, json }: { fix: boolean; json: boolean },
): Promise<void> {
  const now = systemClock.now();
  const { findings, mended, isRunning } = await examine(config, { now, fix });
  const canMend = findings.some(({ mend }) => mend !== undefined);
  if (json) printJson(findings.map(({ about, state, says }) => ({ about, state, says })));
  else {
    const width = Math.max(...findings.map(({ about }) => about.length));
    if (mended.length > 0) process.stdout.write(`Mended: ${mended.join(', ')}.\n\n`);
    for (const finding of findings) process.stdout.write(lineOf(finding, width));
    process.stdout.write(`\n${summary(findings)}\n`);
    if (canMend && isRunning) process.stdout.write('Stop Steno before "steno doctor --fix".\n');
    else if (canMend) process.stdout.write('"steno doctor --fix" does what is offered above.\n');
  }
  if (findings.some(({ state }) => state === 'problem')) throw new CommandFailed();
}

function lineOf({ about, state, says, mend }: Finding, width: number): string {
  const line = `${MARKS[state]} ${about.padEnd(width)}  ${says}\n`;
  return mend ? `${line}  ${' '.repeat(width)}  --fix ${mend.does}.\n` : line;
}
