import type { Core } from '../../core.ts';
import type { createStructuring, StructureText } from '../../queue/after/structuring-queue.ts';
import type { TranslatingQueue } from '../../queue/after/translating-queue.ts';
import type { LabelAgain } from '../../queue/finish/labeling-stage.ts';
import type { createTranscribing } from '../../queue/transcription-queue.ts';
import type { JobEndings } from '../../repositories/jobs/job-endings.ts';
import { createCueService } from '../editing/cue.service.ts';
import { createEditService } from '../editing/edit.service.ts';
import type { ProjectService } from '../project.service.ts';
import type { SettingsService } from '../settings.service.ts';
import { createQuoteService, type QuotePorts } from '../sources/quote.service.ts';
import { createSpeakerService } from '../speaker.service.ts';
import { createWebhookService, type DeliveryPort } from '../webhooks/webhook.service.ts';
import type { Sink } from '../webhooks/webhook-sink.ts';
import type { CheckTranscript } from './check-given-transcript.ts';
import { createHighlightService } from './highlight.service.ts';
import { createPlaybackService } from './playback.service.ts';
import { createQueueService } from './queue.service.ts';
import { createRequestCheck } from './request-check.ts';
import { createSearchService } from './search.service.ts';
import { createStructuringService } from './structuring.service.ts';
import { createTranscriptionService } from './transcription.service.ts';
import { createTranslationService } from './translation.service.ts';
import { createTrashService } from './trash.service.ts';

type Ports = Omit<QuotePorts, 'checkRequest'> & {
  settings: SettingsService;
  projects: ProjectService;
  structure: StructureText;
  checkTranscript: CheckTranscript;
  /** The background work. */
  jobs: {
    endings: JobEndings;
    transcribing: Omit<ReturnType<typeof createTranscribing>, 'start'>;
    structuring: Pick<ReturnType<typeof createStructuring>, 'nudge'>;
    translating: TranslatingQueue;
    labelAgain: LabelAgain;
    delivery: DeliveryPort;
    sink: Sink;
  };
};

/** Transcriptions and their operations: finding, correcting, structuring, naming speakers, translating. */
export function createTranscriptions(
  core: Core,
  { jobs, structure, checkTranscript, ...ports }: Ports,
) {
  const { settings, projects, files, models } = ports;
  const { wantsImproving } = settings;
  const webhooks = createWebhookService(core, { delivery: jobs.delivery, sink: jobs.sink });
  const { checkRequest, checkOptions } = createRequestCheck(core, {
    files,
    settings,
    projects,
    checkTranscript,
    isInstalled: models.isInstalled,
    checkModel: models.check,
    checkWebhook: webhooks.check,
    checkTranslates: models.checkTranslates,
  });
  const transcriptions = createTranscriptionService(core, {
    endings: jobs.endings,
    queue: jobs.transcribing,
    checkRequest,
    moveTo: projects.move,
    chooseModel: async (name, language) => name ?? (await models.standard(language))?.name ?? null,
  });
  const { summary, announce, list } = transcriptions;
  const structurings = createStructuringService(core, {
    nudge: jobs.structuring.nudge,
    wantsImproving,
  });
  const { improveLater } = structurings;
  const remembers = async () => (await settings.get()).remember_voices ?? false;
  const edits = createEditService(core, { improveLater, structure, remembers });
  return {
    transcriptions,
    checkOptions,
    speakers: createSpeakerService(core, {
      improveLater,
      structure,
      announce,
      labelAgain: jobs.labelAgain,
      remembers,
    }),
    webhooks,
    structuring: structurings,
    edits,
    translations: createTranslationService(core, { queue: jobs.translating, llm: settings.llm }),
    queue: createQueueService(core, { work: jobs.transcribing, summary, list }),
    trash: createTrashService(core, { transcriptions }),
    quotes: createQuoteService(core, { ...ports, checkRequest }),
    playback: createPlaybackService(core),
    cues: createCueService(core, edits),
    highlights: createHighlightService(core),
    search: createSearchService(core),
  };
}
