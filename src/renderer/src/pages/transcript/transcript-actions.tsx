import Download from 'lucide-react/icons/download';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { fileStem, titleOf } from '../../../../shared/title.ts';
import type { Transcription, TranscriptionResult } from '../../../../shared/transcription.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { navigate } from '../../router.ts';
import { useTranscript } from '../../stores/transcript-store.ts';
import { type Block, toPlainText } from './blocks.ts';

type TranscriptActionsProps = {
  transcription: Transcription;
  result: TranscriptionResult;
  blocks: readonly Block[];
};

export function TranscriptActions({ transcription, result, blocks }: TranscriptActionsProps) {
  const [deleting, setDeleting] = useState(false);
  const saveText = useTranscript((state) => state.saveText);
  const saveSubtitles = useTranscript((state) => state.saveSubtitles);
  const stem = fileStem(titleOf(transcription.source));
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      <CopyButton look="primary" text={() => toPlainText(blocks)}>
        Copy text
      </CopyButton>
      <SaveButton onClick={() => saveText(toPlainText(blocks), `${stem}.txt`)}>Save TXT</SaveButton>
      <SaveButton onClick={() => saveSubtitles(result.subtitles.srt, `${stem}.srt`)}>
        Save SRT
      </SaveButton>
      <SaveButton onClick={() => saveSubtitles(result.subtitles.vtt, `${stem}.vtt`)}>
        Save VTT
      </SaveButton>
      <Button className="ml-auto text-soft" onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <DeleteDialog
        item={deleting ? transcription : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate('/')}
      />
    </div>
  );
}

function SaveButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button onClick={onClick}>
      <Download aria-hidden />
      {children}
    </Button>
  );
}
