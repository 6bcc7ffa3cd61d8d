import Star from 'lucide-react/icons/star';
import TagIcon from 'lucide-react/icons/tag';
import { useState } from 'react';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { useTags } from '../../stores/library/tag-store.ts';
import { TagsDialog } from '../library/list/tags-dialog.tsx';

/** Makes the recording a favorite and files it under tags, as its row in the library does. */
export function TranscriptFiling({ transcription }: { transcription: Transcription }) {
  const { id, favorite } = transcription;
  const favor = useTags((state) => state.favor);
  const [tagging, setTagging] = useState(false);
  return (
    <>
      <IconButton
        label="Favorite"
        tip={favorite ? 'Remove from favorites' : 'Add to favorites'}
        aria-pressed={favorite}
        onClick={() => void favor([id], !favorite)}
      >
        <Star aria-hidden className={favorite ? 'fill-current text-accent' : ''} />
      </IconButton>
      <IconButton label="Tags…" tip="Tags…" onClick={() => setTagging(true)}>
        <TagIcon aria-hidden />
      </IconButton>
      <TagsDialog ids={[id]} open={tagging} onClose={() => setTagging(false)} />
    </>
  );
}
