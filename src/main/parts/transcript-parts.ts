import type { EventBus } from '../events.ts';
import type { Database } from '../repositories/database.ts';
import type { TranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import { createEditRepository } from '../repositories/transcripts/edit.repository.ts';
import { createSearchRepository } from '../repositories/transcripts/search.repository.ts';
import type { TranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';
import { createDocxWriter, type StartDocxProcess } from '../services/exports/docx-process.ts';
import { createExportService } from '../services/exports/export.service.ts';
import { createSubtitleService } from '../services/exports/subtitle.service.ts';
import { createEditService } from '../services/transcriptions/edit.service.ts';
import { createRecordingService } from '../services/transcriptions/recording.service.ts';
import { createSearchService } from '../services/transcriptions/search.service.ts';
import type { TranscriptionService } from '../services/transcriptions/transcription.service.ts';

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
