import { describeDownload, downloadedShare, useYtDlp } from '../stores/yt-dlp-store.ts';
import { Button } from './button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useLoad } from './use-load.ts';

/** Where a link needs yt-dlp: gets it, and says why that failed. The recordings then go on by themselves. */
export function YtDlpOffer() {
  const { status, doing } = useYtDlp();
  useLoad(useYtDlp.load);
  if (!status) return null;
  const { version, updatable } = status;
  const told = describeDownload({ status });
  const downloading = doing === 'update' || status.download !== null;
  if (version !== null && !downloading) {
    return <p className="text-sm text-soft">yt-dlp {version} is installed now.</p>;
  }
  if (!updatable) {
    return (
      <p className="text-sm text-soft">
        Steno may not download it here. Install yt-dlp on the computer that Steno runs on.
      </p>
    );
  }
  return (
    <div className="max-w-lg space-y-3">
      {downloading ? (
        <div className="space-y-1.5">
          <p className="text-sm tabular-nums">{told ?? 'Downloading yt-dlp…'}</p>
          <ProgressBar value={downloadedShare(status) ?? 0} label="Download of yt-dlp" />
        </div>
      ) : (
        <Button look="primary" onClick={() => useYtDlp.update()}>
          Download yt-dlp
        </Button>
      )}
      <p className="text-sm text-soft" role="status">
        {downloading ? '' : (told ?? WHAT_FOLLOWS)} {!downloading && told && OTHERWISE}
      </p>
    </div>
  );
}

const WHAT_FOLLOWS =
  'It is used only if it is exactly what its makers published. The recording then goes on by itself.';
const OTHERWISE =
  'Without a connection, download the recording elsewhere and drop the file here instead.';
