import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import type { Diarization } from '../../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../../components/button.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { CountForm } from './count-form.tsx';

type UncertainSpeakersProps = {
  id: string;
  diarization: Diarization;
  /** Shows the speakers with samples of their voices. */
  onListen: () => void;
};

/** Says above everything else that the labels may be wrong, and asks what would help. */
export function UncertainSpeakers({ id, diarization, onListen }: UncertainSpeakersProps) {
  const key = `speakers-checked ${id} ${diarization.warning}`;
  const [checked, setChecked] = useState<string | null>(null);
  if (diarization.warning === null || checked === key || isChecked(key)) return null;
  const check = () => {
    setChecked(key);
    remember(key);
  };
  return (
    <div className="mb-4">
      <Notice look="warning" icon={<TriangleAlert aria-hidden />}>
        <p>{diarization.warning}</p>
        <div className="flex flex-wrap items-center gap-2 pt-1.5">
          <CountForm found={diarization.speaker_count} />
          <Button onClick={onListen}>Listen to the speakers</Button>
          <Button onClick={check}>The labels are right</Button>
        </div>
      </Notice>
    </div>
  );
}

function isChecked(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function remember(key: string): void {
  try {
    localStorage.setItem(key, 'yes');
  } catch {
    // Then it is hidden until the page is opened again.
  }
}
