import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { formatClock } from '../../../../shared/time.ts';
import type { Transcription, WarningCode } from '../../../../shared/transcription/transcription.ts';
import { Notice } from '../../components/notice.tsx';
import { formatWhen, languageName } from '../../text/format.ts';
import { TranscriptTitle } from './transcript-title.tsx';

/** The title, what is known about the recording, and what to be careful with. */
export function TranscriptFacts({ transcription }: { transcription: Transcription }) {
  const { source } = transcription;
  const warnings = transcription.warnings.filter(
    ({ code }) => !isSaidByThePage(code, transcription),
  );
  return (
    <>
      <TranscriptTitle transcription={transcription} />
      <ul className="mt-1.5 -ml-4 flex flex-wrap text-sm text-soft tabular-nums [clip-path:inset(-0.5rem_-0.5rem_-0.5rem_0.7rem)]">
        {facts(transcription).map((fact) => (
          <li key={fact} className={DOT}>
            {fact}
          </li>
        ))}
        {source.type !== 'upload' && (
          <li className={`flex max-w-full ${DOT}`}>
            <a
              href={source.url}
              target="_blank"
              rel="noreferrer"
              title={source.url}
              className="truncate hover:text-ink hover:underline"
            >
              {source.url}
            </a>
          </li>
        )}
      </ul>
      {warnings.length > 0 && (
        <div className="mt-4 space-y-2">
          {warnings.map(({ code, message }) => (
            <Notice key={code} icon={<TriangleAlert aria-hidden />}>
              <p>{message}</p>
            </Notice>
          ))}
        </div>
      )}
    </>
  );
}

/** Where nobody was heard, and how sure the labels of the speakers are, the page itself says. */
function isSaidByThePage(code: WarningCode, { result }: Transcription): boolean {
  const ofSpeakers = code === 'speakers_uncertain' || code === 'speakers_failed';
  return code === 'no_speech' || (ofSpeakers && (result?.diarization.warning ?? null) !== null);
}

/** The dot before the first of each line is left of the list's edge, where nothing shows. */
const DOT =
  "before:inline-block before:w-4 before:shrink-0 before:text-center before:content-['·'/'']";

function facts(transcription: Transcription): string[] {
  const { duration_seconds: length, language, model, created_at, result } = transcription;
  const known = [
    length === null ? null : formatClock(length * 1000),
    language === null ? null : languageName(language),
    result && result.speakers.length > 1 ? `${result.speakers.length} speakers` : null,
    model === null ? null : `${model} model`,
    formatWhen(created_at, new Date()),
  ];
  return known.filter((fact) => fact !== null);
}
