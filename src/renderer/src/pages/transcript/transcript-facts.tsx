import FlaskConical from 'lucide-react/icons/flask-conical';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { formatClock } from '../../../../shared/time.ts';
import type { Transcription, WarningCode } from '../../../../shared/transcription/transcription.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatWhen, languageName } from '../../text/format.ts';
import { ModelFact } from './model-fact.tsx';
import { TrackMenu } from './track-menu.tsx';
import { TranscriptTitle } from './transcript-title.tsx';

/** The title, what is known about the recording, and what to be careful with. */
export function TranscriptFacts({ transcription }: { transcription: Transcription }) {
  const { source } = transcription;
  // The page itself says where nobody was heard; the demo model has words of its own.
  const warnings = transcription.warnings.filter(
    ({ code }) => code !== 'demo_model' && !isSaidByThePage(code, transcription),
  );
  const demo = transcription.warnings.some(({ code }) => code === 'demo_model');
  return (
    <>
      <TranscriptTitle transcription={transcription} />
      <ul className="mt-1 -ml-4 flex flex-wrap text-sm text-soft tabular-nums [clip-path:inset(-0.5rem_-0.5rem_-0.5rem_0.7rem)]">
        {facts(transcription).map((fact) => (
          <li key={fact} className={DOT}>
            {fact}
          </li>
        ))}
        {transcription.model !== null && (
          <li className={`flex max-w-full ${DOT}`}>
            <ModelFact model={transcription.model} result={transcription.result} />
          </li>
        )}
        <li className={DOT}>{formatWhen(transcription.created_at, new Date())}</li>
        {transcription.tags.map((tag) => (
          <li key={`#${tag}`} className={DOT}>
            <bdi>#{tag}</bdi>
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
      {demo && <DemoWarning />}
      {warnings.length > 0 && (
        <div className="mt-3 space-y-2">
          {warnings.map(({ code, message }) => (
            <Notice key={code} icon={<TriangleAlert aria-hidden />}>
              <p className="wrap-anywhere">{message}</p>
              {code === 'several_tracks' && <TrackMenu transcription={transcription} />}
              {OF_YT_DLP.has(code) && (
                <Link href="/settings/links" className="text-accent underline underline-offset-2">
                  Settings for links
                </Link>
              )}
            </Notice>
          ))}
        </div>
      )}
    </>
  );
}

/** Short, for it comes with every recording until there is a real model; once closed it stays away. */
function DemoWarning() {
  const [closed, setClosed] = useState(() => localStorage.getItem(DEMO_CLOSED) !== null);
  if (closed) return null;
  const close = () => {
    localStorage.setItem(DEMO_CLOSED, 'yes');
    setClosed(true);
  };
  return (
    <p className="mt-2 flex min-h-8 flex-wrap items-center gap-x-2 text-sm text-soft">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      The demo model knows only a few hundred words.
      <Link href="/settings/models" className="text-accent underline underline-offset-2">
        Get a real model
      </Link>
      <IconButton label="Close this note" tip="Close" onClick={close}>
        <X aria-hidden />
      </IconButton>
    </p>
  );
}

/** What another yt-dlp mends. */
const OF_YT_DLP: ReadonlySet<WarningCode> = new Set([
  ...(['source_formats_missing', 'source_program_outdated', 'source_python_outdated'] as const),
]);

const DEMO_CLOSED = 'demo-warning-closed';

/** Where nobody was heard, and how sure the labels of the speakers are, the page itself says. */
function isSaidByThePage(code: WarningCode, { result }: Transcription): boolean {
  const ofSpeakers = code === 'speakers_uncertain' || code === 'speakers_failed';
  return code === 'no_speech' || (ofSpeakers && (result?.diarization.warning ?? null) !== null);
}

/** The dot before the first of each line is left of the list's edge, where nothing shows. */
const DOT =
  "before:inline-block before:w-4 before:shrink-0 before:text-center before:content-['·'/'']";

function facts(transcription: Transcription): string[] {
  const { duration_seconds: length, language, result } = transcription;
  const known = [
    length === null ? null : formatClock(length * 1000),
    language === null ? null : languageName(language),
    result && result.speakers.length > 1 ? `${result.speakers.length} speakers` : null,
  ];
  return known.filter((fact) => fact !== null);
}
