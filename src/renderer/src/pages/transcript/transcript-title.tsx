import { Pencil, Star, Tag as TagIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { titleOf } from '../../../../shared/transcription/title.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { useTitleInHeader } from '../../components/frame/scrolled-title.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { TitleForm } from '../../components/title-form.tsx';
import { useTags } from '../../stores/library/change-recordings.ts';
import { TagsDialog } from '../library/list/tags-dialog.tsx';

/** The page's heading, which can be changed in place. */
export function TranscriptTitle({ transcription }: { transcription: Transcription }) {
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
        onClick={() => void useTags.favor([id], !favorite)}
      >
        <Star aria-hidden className={favorite ? 'fill-current text-accent' : ''} />
      </IconButton>
      <IconButton icon={TagIcon} label="Tags…" onClick={() => setTagging(true)} />
      <TagsDialog ids={[id]} open={tagging} onClose={() => setTagging(false)} />
    </>
  );
}
