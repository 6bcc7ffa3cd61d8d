import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { examine } from '../../doctor/examine.ts';
import { type Finding, summary } from '../../doctor/finding.ts';
import { CommandFailed } from '../terminal/report.ts';

const MARKS: Record<Finding['state'], string> = { good: '✓', note: '!', problem: '✗' };

/** `steno doctor`: how everything stands. Ends with 1 where a problem is left. */
export async function runDoctor(
  config: Config,
  { fix, json }: { fix: boolean; json: boolean },
): Promise<void> {
  const now = systemClock.now();
  const { findings, mended, isRunning } = await examine(config, { now, fix });
  const canMend = findings.some(({ mend }) => mend !== undefined);
  if (json) print(findings.map(({ about, state, says }) => ({ about, state, says })));
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

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
