import { X } from 'lucide-react';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { dismiss, useDismissed } from '../../stores/browser-storage.ts';

/** The sample that comes with Steno, by the name it is uploaded under; renamed, it is one like any other. */
export function isSample({ source, result }: Transcription): boolean {
  return result !== null && source.type === 'upload' && source.title === SAMPLE_NAME;
}

/** What the sample is called that comes with Steno. */
const SAMPLE_NAME = 'Sample recording.mp3';

const KEY = 'sample-tour';

const HINTS = [
  ['Click a word', 'to hear it from there.'],
  ['Press E', 'to correct the sentence that is playing; Esc leaves it as it was.'],
  ['Click a speaker', 'to give them a name; it is used all through the text.'],
  ['Open Summary', 'for the contents, the main points and the chapters.'],
  ['Press Export', 'for Word, subtitles, Markdown and more.'],
] as const;

/** The first tour: what to try on the sample, above its text, until it is closed. */
export function SampleTour() {
  if (useDismissed(KEY)) return null;
  return (
    <section aria-labelledby="try-it" className="card relative mt-4 py-3 pr-12 pl-4 text-sm">
      <h2 id="try-it" className="font-semibold">
        Try it
      </h2>
      <ul className="mt-1 grid gap-x-8 gap-y-1 text-soft sm:grid-cols-2">
        {HINTS.map(([what, why]) => (
          <li key={what}>
            <strong className="font-medium text-ink">{what}</strong> {why}
          </li>
        ))}
      </ul>
      <div className="absolute top-2 right-2">
        <IconButton
          icon={X}
          label="Close the hints"
          tip="Close"
          onClick={() => {
            dismiss(KEY);
            document.querySelector<HTMLElement>('h1')?.focus();
          }}
        />
      </div>
    </section>
  );
}
