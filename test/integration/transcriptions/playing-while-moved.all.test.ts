/** A recording is moved to its place when its text is done: who asks for it in that moment is answered all the same. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPlaybackService } from '../../../src/main/services/transcriptions/playback.service.ts';
import { createFolderStorage } from '../../../src/main/storage/folder-storage.ts';
import { storeSegments } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { folderInPlace } from '../../helpers/harness/core.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

test('the waveform is found although it is moved while it is looked for', async () => {
  const folder = await makeTempFolder();
  const { db, close } = await openTestDatabase(folder);
  const facts = { mediaType: 'audio/mpeg' };
  const id = await storeSegments(db, { title: 'Talk', windows: [], structured: null, facts });
  const [made, kept] = [join(folder, 'work', id, 'playback'), join(folder, 'recordings', id)];
  mkdirSync(made, { recursive: true });
  mkdirSync(join(folder, 'recordings'));
  writeFileSync(join(made, 'waveform'), Buffer.of(7));
  let moved = false;
  const folders = {
    models: '',
    /** Asked for once the place of finished recordings was looked at in vain. */
    get work() {
      renameSync(made, kept);
      moved = true;
      return join(folder, 'work');
    },
  };
  const recordings = createPlaybackService({
    db,
    folders,
    storage: createFolderStorage(folder, folderInPlace(folder)),
  });
  const waveform = await recordings.waveform(id, { kind: 'window' });
  expect({ waveform: [...waveform], moved }).toEqual({ waveform: [7], moved: true });
  await close();
  rmSync(folder, { recursive: true });
});
