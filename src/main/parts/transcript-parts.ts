import type { EventBus } from '../events.ts';
import type { Database } from '../repositories/database.ts';
import { createEditRepository } from '../repositories/edit.repository.ts';
import { createSearchRepository } from '../repositories/search.repository.ts';
import type { TranscriptRepository } from '../repositories/transcript.repository.ts';
import type { TranscriptionRepository } from '../repositories/transcription.repository.ts';
import { createDocxWriter, type StartDocxProcess } from '../services/docx-process.ts';
import { createEditService } from '../services/edit.service.ts';
import { createExportService } from '../services/export.service.ts';
import { createRecordingService } from '../services/recording.service.ts';
import { createSearchService } from '../services/search.service.ts';
import { createSubtitleService } from '../services/subtitle.service.ts';
import type { TranscriptionService } from '../services/transcription.service.ts';

type Editing = Parameters<typeof createEditService>[0];

/** Builds what people do with finished transcripts, beside the composition root: play, edit, search and take them along. */
export function createTranscriptParts({
  db,
  transcriptions,
  transcripts,
  service,
  keptIn,
  startDocxProcess,
  structure,
  improveLater,
  events,
  baseUrl,
}: {
  db: Database;
  transcriptions: TranscriptionRepository;
  transcripts: TranscriptRepository;
  service: TranscriptionService;
  /** The folder of a recording that is kept to be played. */
  keptIn: (id: string) => string;
  startDocxProcess: StartDocxProcess;
  structure: Editing['structure'];
  improveLater: Editing['improveLater'];
  events: EventBus;
  baseUrl: () => string;
}) {
  return {
    recordings: createRecordingService({ transcriptions, keptIn }),
    edits: createEditService({
      ...{ edits: createEditRepository(db), transcriptions, transcripts },
      ...{ structure, improveLater, events, baseUrl },
    }),
    subtitles: createSubtitleService({ transcriptions, transcripts }),
    exports: createExportService({
      ...{ transcriptions: service, transcripts },
      writeDocx: createDocxWriter(startDocxProcess),
    }),
    search: createSearchService({ search: createSearchRepository(db) }),
  };
}
