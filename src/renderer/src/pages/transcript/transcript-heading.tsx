import { Pencil, Star, Tag as TagIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatClock } from '../../../../shared/time.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { useTitleInHeader } from '../../components/frame/scrolled-title.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { TitleForm } from '../../components/title-form.tsx';
import { favorRecording } from '../../stores/library/change-recordings.ts';
import { findProject, useProjects } from '../../stores/library/project-store.ts';
import { formatWhen, languageName } from '../../text/format.ts';
import { TagsDialog } from '../library/list/tags-dialog.tsx';
import { useMoves } from '../library/projects/move-store.ts';
import { FACT_BUTTON, ModelFact } from './model-fact.tsx';
import { TranscriptWarnings } from './transcript-warnings.tsx';

/** The title, what is known about the recording, and what to be careful with. */
export function TranscriptHeading({ transcription }: { transcription: Transcription }) {
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

/** The page's heading, which can be changed in place. */
function TranscriptTitle({ transcription }: { transcription: Transcription }) {
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  const title = titleOf(transcription.source);
  useTitleInHeader(heading, title);
  return (
    <>
      <div ref={heading} hidden={renaming}>
        <div className="flex items-start gap-1.5">
          <PageHeading title={title}>{title}</PageHeading>
          <IconButton
            icon={Pencil}
            ref={button}
            label={`Rename ${title}`}
            tip="Rename"
            onClick={() => setRenaming(true)}
          />
          <TranscriptFiling transcription={transcription} />
        </div>
      </div>
      {renaming && (
        <TitleForm
          recording={transcription}
          onDone={() => setRenaming(false)}
          returnTo={() => button.current}
          className="text-2xl font-semibold tracking-tight"
        />
      )}
    </>
  );
}

/** Makes the recording a favorite and files it under tags, as its row in the library does. */
function TranscriptFiling({ transcription }: { transcription: Transcription }) {
  const { id, favorite } = transcription;
  const [tagging, setTagging] = useState(false);
  return (
    <>
      <IconButton
        label="Favorite"
        tip={favorite ? 'Remove from favorites' : 'Add to favorites'}
        aria-pressed={favorite}
        onClick={() => favorRecording(id, !favorite)}
      >
        <Star aria-hidden className={favorite ? 'fill-current text-accent' : ''} />
      </IconButton>
      <IconButton icon={TagIcon} label="Tags…" onClick={() => setTagging(true)} />
      <TagsDialog ids={[id]} open={tagging} onClose={() => setTagging(false)} />
    </>
  );
}
