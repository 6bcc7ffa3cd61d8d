import Pencil from 'lucide-react/icons/pencil';
import type { EditedCue } from '../../../../../../shared/subtitles/edited-cues.ts';
import type { ScriptProfile } from '../../../../../../shared/subtitles/script-profile.ts';
import { formatClock } from '../../../../../../shared/time.ts';
import { IconButton } from '../../../../components/icon-button.tsx';
import { usePlayer } from '../../../../stores/transcript/player-store.ts';
import { draftOf } from './cue-changes.ts';
import { charactersASecond } from './cue-limits.ts';

type CueRowProps = {
  cue: EditedCue;
  profile: ScriptProfile;
  current: boolean;
  onHear: () => void;
  onEdit: () => void;
};

/** One subtitle: press it to see and hear it, or write in it. */
export function CueRow({ cue, profile, current, onHear, onEdit }: CueRowProps) {
  const seek = usePlayer((state) => state.seek);
  const speed = charactersASecond(draftOf(cue), profile);
  const fast = speed > profile.hardCps;
  return (
    <div className="flex items-start gap-1">
      <button
        type="button"
        aria-current={current || undefined}
        onClick={() => {
          onHear();
          seek(cue.startMs);
        }}
        className="flex min-w-0 flex-1 flex-wrap gap-x-4 rounded-md px-2 py-1.5 text-left hover:bg-raised aria-[current=true]:bg-accent-wash sm:flex-nowrap"
      >
        <span className="w-14 shrink-0 text-sm leading-6 text-soft tabular-nums">
          {formatClock(cue.startMs)}
        </span>
        <span
          dir="auto"
          className="min-w-0 text-start whitespace-pre-line wrap-anywhere max-sm:order-last max-sm:w-full sm:flex-1"
        >
          {cue.label && <bdi className="text-soft">{cue.label}:</bdi>}
          {cue.label && ' '}
          {cue.lines.join('\n')}
          {cue.edit && (
            <span className={`block text-sm ${cue.edit.outdated ? 'text-doubt' : 'text-soft'}`}>
              {cue.edit.outdated ? 'Edited – the text below it has changed since' : 'Edited'}
            </span>
          )}
        </span>
        <span
          className={`shrink-0 text-right text-sm max-sm:ml-auto sm:w-24 leading-6 tabular-nums ${fast ? 'text-danger' : 'text-soft'}`}
        >
          {speed} char/s{fast && <span className="sr-only">, too fast to read</span>}
        </span>
      </button>
      <IconButton
        label={`Edit the subtitle at ${formatClock(cue.startMs)}`}
        tip="Edit"
        onClick={onEdit}
      >
        <Pencil aria-hidden />
      </IconButton>
    </div>
  );
}
