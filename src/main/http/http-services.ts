/** What routes are handed: every service by its name, and what they need of the core. */
import type { AutomaticExportStatus } from '../../shared/exports/automatic-export.ts';
import type { Core } from '../core.ts';
import type { KeyService } from '../services/accounts/key.service.ts';
import type { Revocations } from '../services/accounts/revocations.ts';
import type { SessionService } from '../services/accounts/session.service.ts';
import type { UsageService } from '../services/accounts/usage.service.ts';
import type { BackupService } from '../services/backup.service.ts';
import type { DeviceService } from '../services/device.service.ts';
import type { CueService } from '../services/editing/cue.service.ts';
import type { EditService } from '../services/editing/edit.service.ts';
import type { ExportService } from '../services/exports/export.service.ts';
import type { ExportArchiveService } from '../services/exports/export-archive.ts';
import type { MediaExportService } from '../services/exports/media-export.service.ts';
import type { SubtitleService } from '../services/exports/subtitle.service.ts';
import type { HealthService } from '../services/health.service.ts';
import type { CaptionLinkService } from '../services/live-recordings/caption-links.ts';
import type { LiveRecordingService } from '../services/live-recordings/live-recording.service.ts';
import type { LlmService } from '../services/llm.service.ts';
import type { MachineService } from '../services/machine.service.ts';
import type { MetricsService } from '../services/metrics/metrics.service.ts';
import type { ModelService } from '../services/models/model.service.ts';
import type { ModelCatalogueService } from '../services/models/model-catalogue.service.ts';
import type { ModelDownloadService } from '../services/models/model-download.service.ts';
import type { SpeakerModelService } from '../services/models/speaker-model.service.ts';
import type { ProjectService } from '../services/project.service.ts';
import type { RecoveryService } from '../services/recovery/recovery.service.ts';
import type { SettingsService } from '../services/settings.service.ts';
import type { FileService } from '../services/sources/file.service.ts';
import type { QuoteService } from '../services/sources/quote.service.ts';
import type { SourceService, YtDlpService } from '../services/sources/source.service.ts';
import type { WatchFolderService } from '../services/sources/watch-folder.service.ts';
import type { SpeakerService } from '../services/speaker.service.ts';
import type { StorageService } from '../services/storage.service.ts';
import type { HighlightService } from '../services/transcriptions/highlight.service.ts';
import type { PlaybackService } from '../services/transcriptions/playback.service.ts';
import type { QueueService } from '../services/transcriptions/queue.service.ts';
import type { SearchService } from '../services/transcriptions/search.service.ts';
import type { StructuringService } from '../services/transcriptions/structuring.service.ts';
import type { TranscriptionService } from '../services/transcriptions/transcription.service.ts';
import type { TranslationService } from '../services/transcriptions/translation.service.ts';
import type { TrashService } from '../services/transcriptions/trash.service.ts';
import type { VoiceService } from '../services/voice.service.ts';
import type { WebhookService } from '../services/webhooks/webhook.service.ts';
import type { WorkerService } from '../services/workers/worker.service.ts';

type AutomaticExportPort = { status(): Promise<AutomaticExportStatus> };

export type HttpServices = {
  transcriptions: TranscriptionService;
  speakers: SpeakerService;
  voices: VoiceService;
  projects: ProjectService;
  playback: PlaybackService;
  liveRecordings: LiveRecordingService;
  captionLinks: CaptionLinkService;
  cues: CueService;
  edits: EditService;
  highlights: HighlightService;
  subtitles: SubtitleService;
  exports: ExportService;
  archive: ExportArchiveService;
  mediaExports: MediaExportService;
  structuring: StructuringService;
  translations: TranslationService;
  llm: LlmService;
  files: FileService;
  models: ModelService;
  modelDownloads: ModelDownloadService;
  speakerModels: SpeakerModelService;
  modelCatalogue: ModelCatalogueService;
  devices: DeviceService;
  machineList: MachineService;
  keys: KeyService;
  quotes: QuoteService;
  usage: UsageService;
  settings: SettingsService;
  watchFolder: WatchFolderService;
  automaticExport: AutomaticExportPort;
  storage: StorageService;
  backups: BackupService;
  recovery: RecoveryService;
  sources: SourceService;
  ytDlp: YtDlpService;
  sessions: SessionService;
  revocations: Revocations;
  webhooks: WebhookService;
  workers: WorkerService;
  health: HealthService;
  metrics: MetricsService;
  search: SearchService;
  queue: QueueService;
  trash: TrashService;
  createSignInUrl: () => Promise<string>;
};

type OfCore =
  | 'config'
  | 'events'
  | 'dataFolder'
  | 'clock'
  | 'logger'
  | 'port'
  | 'baseUrl'
  | 'closing';

/** Each route takes of it what it asks for. */
export type HttpDependencies = HttpServices & Pick<Core, OfCore>;
