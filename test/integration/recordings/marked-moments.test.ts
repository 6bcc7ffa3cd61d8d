import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WINDOW } from '../../../src/main/services/principal.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { soon, startRecordings } from '../../helpers/harness/recording-service.ts';
import { until } from '../../helpers/harness/until.ts';

const MINUTE = 60_000;

describe('the moments that were marked', () => {
  it('are highlighted though the transcription was over before the recording knew of it', async () => {
    const { begin, put, recordings, world, clock } = await startRecordings(await makeTempFolder());
    const id = await begin();
    await put(id, 0);
    await recordings.mark(id, { comment: 'here' }, WINDOW);
    world.status = 'completed';
    await recordings.finish(id, WINDOW);
    await soon(clock, () => world.highlighted.length > 0);
    expect(world.highlighted).toEqual(['here']);
  });

  it('are highlighted later where that fails at first', async () => {
    const { begin, put, recordings, world, tellStatus, clock } = await startRecordings(
      await makeTempFolder(),
    );
    const id = await begin();
    await put(id, 0);
    await recordings.mark(id, { comment: 'here' }, WINDOW);
    await recordings.finish(id, WINDOW);
    world.status = 'completed';
    world.troubles = [new Error('The database is busy.')];
    tellStatus();
    await until(() => world.troubles.length === 0);
    await soon(clock, () => world.highlighted.length > 0);
    expect(world.highlighted).toEqual(['here']);
  });

  it('keep no recording that will never have a text', async () => {
    const dataDir = await makeTempFolder();
    const { begin, put, recordings, world, tellStatus, clock } = await startRecordings(dataDir);
    const id = await begin();
    await put(id, 0);
    await recordings.mark(id, { comment: 'here' }, WINDOW);
    await recordings.finish(id, WINDOW);
    world.status = 'failed';
    tellStatus();
    await clock.advance(25 * 60 * MINUTE);
    await soon(clock, async () => (await readdir(join(dataDir, 'live'))).length === 0);
    expect(world.highlighted).toEqual([]);
  });
});
