/** What a transcription says of itself, in sentences. */
import type { Warning, WarningCode } from '../../shared/transcription/transcription.ts';

/** Warnings that arise before the start or after the end have sentences of their own. */
export type StageWarning = Exclude<WarningCode, 'export_failed' | 'recovered' | 'recording_gaps'>;
const WARNINGS: Record<StageWarning, string> = {
  source_retried: 'The recording could not be fetched at first, so Steno tried again.',
  source_needs_js:
    'The platform needs a JavaScript program to show all of its formats, and there is none, so this may not be its best sound. Install Deno 2 (https://deno.com) or Node 22.',
  source_formats_missing:
    'The platform kept some formats from yt-dlp, so this may not be its best sound. Update yt-dlp: “Links” in the settings, or "steno yt-dlp update".',
  source_program_outdated:
    'This yt-dlp is months old, and links may soon stop working with it. Update it: “Links” in the settings, or "steno yt-dlp update".',
  source_python_outdated:
    'The Python that runs yt-dlp is too old for its next versions. Update Python, or let Steno get its own yt-dlp: “Links” in the settings, or "steno yt-dlp update".',
  no_speech: 'No speech was found in this recording.',
  several_tracks:
    'The recording has several audio tracks and one was transcribed: {count}. Transcribe it again to take another, all of them mixed, or each as a speaker.',
  single_track:
    'The recording has one audio track, so the speakers were told apart by their voices.',
  truncated_input: 'The recording is damaged or cut off; what could be read was transcribed.',
  demo_model:
    'Made with the small demo model, which knows only a few hundred words. Add a real Whisper model for your own recordings.',
  speakers_uncertain: 'The voices are hard to tell apart; some speaker labels may be wrong.',
  speakers_failed: 'The speakers could not be told apart; everybody has the same label.',
  language_uncertain: 'The language could not be told for sure. Give it to get the best result.',
  text_suppressed: 'Passages taken out because nobody spoke them: {count}. The result lists them.',
  vocabulary_cut:
    'Terms of the vocabulary that the model has no room for: {count}. The first ones were used.',
  card_failed:
    'The graphics card failed, so the processor transcribed in its place. Nothing is missing.',
  language_drift:
    'Parts of the text are in another language than the recording. Add a Whisper model of many languages and transcribe it again: that one then transcribes such parts.',
  transcript_tiers:
    'Tiers of the transcript that hold something else than what people say were left out: {count}.',
  part_failed: 'Parts that could not be made out: {count}. They can be transcribed again.',
};

/** `count` is the number of passages, or what stands in its place. */
export function toWarning(code: StageWarning, count: number | string): Warning {
  return { code, message: WARNINGS[code].replace('{count}', () => String(count)) };
}
