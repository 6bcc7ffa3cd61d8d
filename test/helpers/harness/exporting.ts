/** A service on a data folder that does nothing but export what is stored as finished, with a clock of its own. */
import { join } from 'node:path';
import { createAutomaticExport } from '../../../src/main/queue/after/automatic-export.ts';
import type { RenderExport } from '../../../src/main/queue/after/export-files.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../../src/main/repositories/row-visibility.ts';
import { createSettingsRepository } from '../../../src/main/repositories/settings.repository.ts';
import { AutomaticExport } from '../../../src/shared/exports/automatic-export.ts';
import { DEFAULT_SETTINGS } from '../../../src/shared/settings.ts';
import { storeTranscript } from '../corpus/stored-transcripts.ts';
import { openCore } from './core.ts';
import { createFakeClock } from './fake-clock.ts';
import { until } from './until.ts';

export const DAY_MS = 24 * 3_600_000;

export const renderText: RenderExport = async (id, format) => [
  Buffer.from(`${format} of `),
  Buffer.from(id),
];

/** TXT and SRT into a folder, under the title. */
export const textsInto = (folder: string, given: Partial<AutomaticExport> = {}) =>
  AutomaticExport.parse({ formats: ['txt', 'srt'], folder, name: '{title}.{ext}', ...given });

/** With its data in `base`, unless that is elsewhere, and its files in the folder `texts` beside it. */
export async function startExporting(
  base: string,
  {
    data = join(base, 'data'),
    wanted = textsInto(join(base, 'texts')),
    render = renderText,
  }: { data?: string; wanted?: AutomaticExport; render?: RenderExport } = {},
) {
  const clock = createFakeClock();
  const { core, stop } = openCore(data, { clock });
  const { db, events } = core;
  let current: AutomaticExport | null = wanted;
  const announced: string[] = [];
  await createSettingsRepository(db).save({ auto_export: wanted });
  const { start } = createAutomaticExport(core, {
    render,
    wanted: async () => current,
    announce: ({ warnings }) => announced.push(warnings.at(-1)?.message ?? 'well'),
  });
  const due = async () => (await db.selectFrom('automaticExports').selectAll().execute()).length;
  return {
    db,
    clock,
    start,
    stop,
    due,
    /** The last warning of each recording that was announced, in turn. */
    announced,
    warnings: async (id: string) =>
      (await createTranscriptionRepository(db).find(id, EVERYTHING))?.warnings,
    /** Stores a recording that was finished at this time. */
    finish: async (title: string, at = clock.now()) => {
      const id = await storeTranscript(db, { title, windows: [['Hello.']] });
      const finished = db.updateTable('transcriptions').set({ completedAt: at });
      await finished.where('id', '=', id).execute();
      return id;
    },
    done: () => until(async () => (await due()) === 0),
    /** As the settings service does. */
    change: (to: AutomaticExport | null) => {
      current = to;
      events.emit({ type: 'settings', settings: { ...DEFAULT_SETTINGS, auto_export: to } });
    },
  };
}
