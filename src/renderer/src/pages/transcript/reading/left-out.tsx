import { formatClock } from '../../../../../shared/time.ts';
import type {
  SuppressionReason,
  TranscriptionResult,
} from '../../../../../shared/transcription/transcription.ts';
import { usePlayer } from '../player/player-store.ts';
import { MomentButton } from './moment-button.tsx';

const WHY: Record<SuppressionReason, string> = {
  repetition: 'repeated, though it was said only once',
  no_speech: 'nobody speaks here',
};

/** Under the text: what of the recording is not in it, so that no one has to wonder. */
export function LeftOut({
  coverage,
  suppressed,
}: Pick<TranscriptionResult, 'coverage' | 'suppressed'>) {
  const parts = [
    coverage.speech >= 1 ? `${formatClock(coverage.speech * 1000)} of speech` : null,
    coverage.silence >= 1 ? `${formatClock(coverage.silence * 1000)} without speech` : null,
    coverage.failed > 0 ? `${formatClock(coverage.failed * 1000)} could not be made out` : null,
  ];
  return (
    <footer className="mt-2 max-w-reading sm:pl-18 text-sm text-soft">
      <p>{parts.filter((part) => part !== null).join(' · ')}</p>
      {suppressed.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit rounded hover:text-ink">
            {suppressed.length === 1 ? 'One passage was' : `${suppressed.length} passages were`}{' '}
            left out
          </summary>
          <ul className="mt-1 max-h-96 overflow-y-auto">
            {suppressed.map(({ start, text, reason }) => (
              <li key={`${start} ${text}`}>
                <MomentButton start={start} onPress={() => usePlayer.seek(start * 1000)}>
                  “{text}”: {WHY[reason]}
                </MomentButton>
              </li>
            ))}
          </ul>
        </details>
      )}
    </footer>
  );
}
