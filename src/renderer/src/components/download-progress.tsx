import { Pause, Play, RotateCcw, X } from 'lucide-react';
import type { ModelDownload } from '../../../shared/models/models.ts';
import { formatBytes } from '../../../shared/size.ts';
import { useModels } from '../stores/model-store.ts';
import { IconButton } from './icon-button.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** The progress of a model's download, with buttons to pause, resume and cancel it. */
export function DownloadProgress({ download }: { download: ModelDownload }) {
  const { name, state, received_bytes, bytes, error } = download;
  return (
    <div className={`flex max-w-full items-center gap-1 ${error ? 'w-full' : 'w-72'}`}>
      <div className="min-w-0 flex-1 space-y-1.5 text-left">
        {(state !== 'failed' || received_bytes > 0) && (
          <ProgressBar value={received_bytes / bytes} label={`Download of ${name}`} />
        )}
        <p className={`text-sm tabular-nums ${error ? 'text-danger' : 'text-soft'}`}>
          {error?.message ??
            `${STATES[state]} ${formatBytes(received_bytes)} of ${formatBytes(bytes)}`}
        </p>
      </div>
      {state === 'downloading' && (
        <IconButton
          icon={Pause}
          label={`Pause ${name}`}
          tip="Pause"
          onClick={() => useModels.pause(name)}
        />
      )}
      {(state === 'paused' || state === 'failed') && (
        <IconButton
          icon={state === 'failed' ? RotateCcw : Play}
          label={`Resume downloading ${name}`}
          tip={state === 'failed' ? 'Try again' : 'Resume'}
          onClick={() => useModels.download(name)}
        />
      )}
      <IconButton
        icon={X}
        label={`Cancel downloading ${name}`}
        tip="Cancel"
        onClick={() => useModels.cancel(name)}
      />
    </div>
  );
}

const STATES = { downloading: '', checking: 'Checking', paused: 'Paused at', failed: '' };
