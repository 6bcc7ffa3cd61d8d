import { formatClock } from '../../../../shared/time.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { useMoves } from '../../stores/library/move-store.ts';
import { findProject, useProjects } from '../../stores/library/project-store.ts';
import { formatWhen, languageName } from '../../text/format.ts';
import { FACT_BUTTON, ModelFact } from './made-with.tsx';
import { TranscriptTitle } from './transcript-title.tsx';
import { TranscriptWarnings } from './transcript-warnings.tsx';

/** The title, what is known about the recording, and what to be careful with. */
export function TranscriptFacts({ transcription }: { transcription: Transcription }) {
  const { source } = transcription;
  return (
    <>
      <TranscriptTitle transcription={transcription} />
      <ul className="mt-1 short:mt-0 -ml-4 flex flex-wrap text-sm text-soft tabular-nums [clip-path:inset(--spacing(-2)_--spacing(-2)_--spacing(-2)_--spacing(2.8))]">
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
        <li className={DOT}>{formatWhen(transcription.created_at)}</li>
        <ProjectFact transcription={transcription} />
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
      <TranscriptWarnings transcription={transcription} />
    </>
  );
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

/** The project it is in; pressed, it asks for another. */
function ProjectFact({ transcription: { id, project_id } }: { transcription: Transcription }) {
  const project = useProjects(findProject(project_id));
  if (!project) return null;
  return (
    <li className={`flex max-w-full ${DOT}`}>
      <button
        type="button"
        title="Move to another project"
        className={FACT_BUTTON}
        onClick={() => useMoves.ask([id])}
      >
        <bdi>{project.name}</bdi>
      </button>
    </li>
  );
}
