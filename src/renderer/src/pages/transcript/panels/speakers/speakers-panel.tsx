import { useMemo } from 'react';
import type { TranscriptionResult } from '../../../../../../shared/transcription/transcription.ts';
import { CountForm } from './count-form.tsx';
import { SpeakerRow } from './speaker-row.tsx';
import { toTalks } from './talk.ts';

type SpeakersPanelProps = {
  result: TranscriptionResult;
  /** Goes to a segment and shows it in the text. */
  onJump: (segment: number) => void;
};

/** Who speaks, how much and where; each can be heard, named and merged with another. */
export function SpeakersPanel({ result, onJump }: SpeakersPanelProps) {
  const { segments, speakers, diarization, media } = result;
  const talks = useMemo(() => toTalks(speakers, segments), [speakers, segments]);
  return (
    <div className="max-w-[68ch]">
      <ul aria-label="Speakers" className="divide-y divide-line">
        {talks.map((talk) => (
          <SpeakerRow
            key={talk.speaker.id}
            talk={talk}
            others={talks.filter((other) => other !== talk).map(({ speaker }) => speaker)}
            segments={segments}
            playable={media !== null}
            onJump={onJump}
          />
        ))}
      </ul>
      <div className="mt-6 space-y-2 border-t border-line pt-4 text-sm text-soft">
        <p>
          Are there more or fewer people than that? Say how many, and the speakers are identified
          again. The text stays as it is; speakers you chose by hand are replaced. You can undo it.
        </p>
        <CountForm found={diarization.speaker_count} />
      </div>
    </div>
  );
}
