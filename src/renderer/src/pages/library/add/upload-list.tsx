import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '../../../../../shared/size.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { type Upload, useUploads } from '../../../stores/library/upload-store.ts';
import { formatProgress } from '../../../text/format.ts';

/** Of a whole folder the next ones only, so that the library stays in view. */
const WAITING_SHOWN = 3;

/** Files on their way to the service. */
export function UploadList() {
  const uploads = useUploads((state) => state.uploads);
  const stopWaiting = useUploads((state) => state.stopWaiting);
  if (uploads.length === 0) return null;
  const waiting = uploads.filter(({ state }) => state === 'waiting');
  const later = new Set(waiting.slice(WAITING_SHOWN));
  return (
    <ul aria-label="Uploads" className="space-y-2">
      {uploads
        .filter((upload) => !later.has(upload))
        .map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      {later.size > 0 && (
        <li className="flex items-center justify-between gap-2 py-1 pr-3 pl-4 text-sm text-soft tabular-nums">
          {later.size === 1 ? '1 more is waiting' : `${later.size} more are waiting`}
          <Button onClick={stopWaiting}>Cancel all waiting</Button>
        </li>
      )}
    </ul>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const dismiss = useUploads((state) => state.dismiss);
  const sendAgain = useUploads((state) => state.sendAgain);
  const { id, file, transcript, state, progress, error } = upload;
  const percent = formatProgress(progress);
  return (
    <li className="flex items-center gap-2 rounded-lg border border-line bg-panel py-3 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {transcript ? `${file.name} with ${transcript.name}` : file.name}
        </p>
        <p className={`text-sm ${error ? 'text-danger' : 'text-soft tabular-nums'}`}>
          {error ??
            `${state === 'waiting' ? 'Waiting' : `Adding · ${percent}`} · ${formatBytes(file.size)}`}
        </p>
      </div>
      {state === 'sending' && (
        <div className="w-40 max-sm:w-16">
          <ProgressBar value={progress} label={`Adding ${file.name}`} />
          <SpokenNow text={`${file.name}: ${percent}`} />
        </div>
      )}
      {state === 'failed' && (
        <IconButton
          label={`Add ${file.name} again`}
          tip="Try again"
          onClick={() => void sendAgain(id)}
        >
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={error ? `Dismiss ${file.name}` : `Cancel adding ${file.name}`}
        tip={error ? 'Dismiss' : 'Cancel'}
        onClick={() => dismiss(id)}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

const SPOKEN_EVERY_MS = 10_000;

/** Tells screen readers a text as it is now and then: what changes all the time is not spoken all the time. */
function SpokenNow({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  const speak = useEffectEvent(() => setSpoken(text));
  useEffect(() => {
    const timer = setInterval(() => speak(), SPOKEN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
