import { RotateCcw, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '../../../../../shared/size.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { formatCount, formatProgress } from '../../../text/format.ts';
import { type Upload, useUploads } from './upload-store.ts';

/** Of those that did not arrive; more of them are told by their number until somebody wants to see them. */
const FAILED_SHOWN = 2;

/** Files on their way to the service, and those that did not arrive: few lines, however many there are. */
export function UploadList() {
  const uploads = useUploads((state) => state.uploads);
  const [wantsAll, setWantsAll] = useState(false);
  if (uploads.length === 0) return null;
  const inState = (wanted: Upload['state']) => uploads.filter(({ state }) => state === wanted);
  const [sending, waiting, failed] = [inState('sending'), inState('waiting'), inState('failed')];
  const shown = wantsAll ? failed : failed.slice(0, FAILED_SHOWN);
  return (
    <div className="rounded-xl border border-line bg-panel text-sm">
      <ul aria-label="Uploads" className="max-h-52 divide-y divide-line overflow-y-auto">
        {[...sending, ...waiting.slice(0, 1), ...shown].map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      <Rest count={waiting.length - 1} what="waiting">
        <Button onClick={() => useUploads.dismissAll('waiting')}>Cancel all waiting</Button>
      </Rest>
      <Rest count={failed.length - shown.length} what="not added">
        <Button onClick={() => setWantsAll(true)}>Show</Button>
        <Button onClick={() => useUploads.dismissAll('failed')}>Dismiss all</Button>
      </Rest>
    </div>
  );
}

/** `12 more are waiting`, and what can be done with all of them. */
function Rest({ count, what, children }: { count: number; what: string; children: ReactNode }) {
  if (count <= 0) return null;
  return (
    <p className="flex items-center gap-2 border-t border-line py-1 pr-2 pl-4 text-soft tabular-nums">
      <span className="min-w-0 flex-1">
        {formatCount(count)} more {count === 1 ? 'is' : 'are'} {what}
      </span>
      {children}
    </p>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, transcript, state, progress, error, canHelp } = upload;
  const percent = formatProgress(progress);
  return (
    <li className="flex min-h-10 items-center gap-2 py-1 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <p className="max-w-full truncate font-medium">
          {transcript ? `${file.name} with ${transcript.name}` : file.name}
        </p>
        <p className={error ? 'text-danger' : 'text-soft tabular-nums'}>
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
      {state === 'failed' && canHelp && (
        <IconButton
          icon={RotateCcw}
          label={`Add ${file.name} again`}
          tip="Try again"
          onClick={() => useUploads.sendAgain(id)}
        />
      )}
      <IconButton
        icon={X}
        label={error ? `Dismiss ${file.name}` : `Cancel adding ${file.name}`}
        tip={error ? 'Dismiss' : 'Cancel'}
        onClick={() => useUploads.dismiss(id)}
      />
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
