/** Commands at the same time on one data folder, each a process of its own. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findService } from '../../../src/main/core/service-file.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import {
  gatedEngine,
  hangingEngine,
  quickEngine,
  writeProgram,
} from '../../helpers/engines/engine-programs.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  dataDir = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** `steno transcribe` of a recording that no other command has, with an engine of its own where it runs the service. */
async function transcribe(name: string, { engine = quickEngine, times = 1 } = {}) {
  const file = join(folder, `${name}.mp3`);
  await writeFile(file, Buffer.concat([...Array(times).fill(shortBytes()), Buffer.from(name)]));
  const program = await writeProgram(join(folder, `${name}.engine`), engine);
  const args = ['transcribe', '--data', dataDir, '--no-structure', file];
  // A lane for each, so that none waits for the window of another.
  const command = startSteno(args, { STENO_ENGINE: program, STENO_LANES: '3' });
  return {
    ...command,
    isUnderWay: () => until(() => command.output.stderr.includes(`Transcribing: ${name}.mp3`)),
    async expectText() {
      const { code, stdout, stderr } = await command.ended;
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stdout.trim().split(/\s+/).length).toBeGreaterThan(10);
    },
  };
}

describe('steno transcribe, three at once', () => {
  test('all print their texts', async () => {
    const commands = await Promise.all(['one', 'two', 'three'].map((name) => transcribe(name)));
    for (const command of commands) await command.expectText();
    expect(await findService(dataDir)).toBeNull();
  });

  const ENDINGS: [how: string, code: number | null][] = [
    ['is done', 0],
    ['is stopped with Ctrl-C', 130],
    ['is killed', null],
  ];
  // What a command does that has lost its service is told one by one in cli-service-lost.all.test.ts.
  test.each(doseOf(ENDINGS, 1))(
    'two go on when the one that runs the service %s',
    async (_how, code) => {
      const gate = join(folder, 'gate');
      const engine = code === 0 ? gatedEngine(gate) : hangingEngine;
      const first = await transcribe('first', { engine });
      await until(() => findService(dataDir));
      const others = await Promise.all([
        transcribe('second', { times: 2 }),
        transcribe('third', { times: 2 }),
      ]);
      for (const other of others) await other.isUnderWay();
      if (code === 0) await writeFile(gate, '');
      if (code === 130) first.interrupt();
      if (code === null) first.kill();
      expect((await first.ended).code).toBe(code);
      for (const other of others) await other.expectText();
      expect(await findService(dataDir)).toBeNull();
    },
  );
});
