import type { Stage, TranscriptionSummary } from '../../../shared/transcription/transcription.ts';

const STAGES: Record<Stage, string> = {
  fetching: 'Fetching the recording',
  decoding: 'Reading the audio',
  transcribing: 'Transcribing',
  labeling: 'Identifying speakers',
  structuring: 'Structuring the text',
};

export function statusText(
  item: Pick<TranscriptionSummary, 'status' | 'stage' | 'error' | 'warnings'>,
): string {
  if (item.status === 'queued') return 'Waiting';
  if (item.status === 'processing') {
    const isRetried = item.warnings.some(({ code }) => code === 'source_retried');
    if (item.stage === 'fetching' && isRetried) return 'Trying again to fetch the recording';
    return item.stage ? STAGES[item.stage] : 'Starting';
  }
  if (item.status === 'completed') return 'Done';
  return item.error?.code === 'canceled' ? 'Canceled' : 'Failed';
}
