import X from 'lucide-react/icons/x';
import { IconButton } from '../../components/icon-button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { type Upload, useUploads } from '../../stores/upload-store.ts';

/** Files on their way to the service. */
export function UploadList() {
  const uploads = useUploads((state) => state.uploads);
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="space-y-2">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const dismiss = useUploads((state) => state.dismiss);
  const { name, error } = upload;
  return (
    <li className="flex items-center gap-4 rounded-lg border border-line bg-panel py-3 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className={`text-sm ${error ? 'text-danger' : 'text-soft'}`}>{error ?? 'Adding'}</p>
      </div>
      {!error && (
        <div className="w-40">
          <ProgressBar value={null} label={`Adding ${name}`} />
        </div>
      )}
      <IconButton
        label={error ? `Put away ${name}` : `Stop adding ${name}`}
        tip={error ? 'Put away' : 'Stop'}
        onClick={() => dismiss(upload.id)}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
