import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { formatWhen, languageName } from './format.ts';
import { describeTrack } from './tracks.ts';

/** `small · into English · 22 Nov 2026`: what tells a version from the others. */
export function describeVersion(version: TranscriptionSummary): string {
  const { model, options, created_at } = version;
  const parts = [
    model ?? options.model,
    options.language && languageName(options.language),
    options.translate && 'into English',
    options.track !== null && describeTrack(options.track),
    formatWhen(created_at),
  ];
  return parts.filter(Boolean).join(' · ');
}
