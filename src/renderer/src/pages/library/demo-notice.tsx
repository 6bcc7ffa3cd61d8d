import Download from 'lucide-react/icons/download';
import FlaskConical from 'lucide-react/icons/flask-conical';
import type { CatalogueEntry } from '../../../../shared/models/models.ts';
import { formatBytes } from '../../../../shared/size.ts';
import { Button } from '../../components/button.tsx';
import { DownloadProgress } from '../../components/download-progress.tsx';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useModels } from '../../stores/model-store.ts';
import { useService } from '../../stores/service-store.ts';
import { bytesToDownload, describeOffer, describeTerms, sizeName } from '../../text/models.ts';

/** Says plainly what the built-in model is, for as long as it is the one in use, and offers a real one. */
export function DemoNotice() {
  const demo = useService((state) => state.models?.data.some((m) => m.default && m.demo) ?? false);
  if (!demo) return null;
  return (
    <Notice icon={<FlaskConical aria-hidden />}>
      <p>
        <strong className="font-medium text-ink">Demo model:</strong> it knows only a few hundred
        words, enough for the sample. For your own recordings, get a real model.
      </p>
      <ModelOffer />
    </Notice>
  );
}

/** What is so of the model that is offered; only the recommended one suits this computer. */
function headline(offered: CatalogueEntry): string {
  const size = sizeName(offered);
  // Whisper's sizes are words, the other model has a name.
  const name = offered.size === 'parakeet' ? size : `The ${size.toLowerCase()} model`;
  if (offered.download?.state === 'failed') return `${name} could not be downloaded`;
  if (offered.download?.state === 'paused') return `${name} is downloaded in part`;
  if (offered.download) return `${name} is on its way`;
  return `${name} suits this computer`;
}

/** The model that suits this computer, one click away; or the one that is on its way. Its height never changes. */
function ModelOffer() {
  const { catalogue, measuring, load, download: start } = useModels();
  useLoad(load);
  const offered =
    catalogue?.find(({ download }) => download) ??
    catalogue?.find(({ recommended }) => recommended);
  return (
    <div className="flex min-h-28 flex-wrap items-center gap-x-4 gap-y-2 pt-1 sm:min-h-17">
      <div className="min-w-56 flex-1">
        {offered ? (
          <>
            <p className="font-medium text-ink">{headline(offered)}</p>
            <p>{describeOffer(offered, measuring)}</p>
            {describeTerms(offered) && <p>{describeTerms(offered)}</p>}
          </>
        ) : (
          <p>Finding the best model for this computer…</p>
        )}
      </div>
      {offered?.download && <DownloadProgress download={offered.download} />}
      {offered && !offered.download && (
        <Button look="primary" onClick={() => void start(offered.name)}>
          <Download aria-hidden />
          Download {formatBytes(bytesToDownload(offered, catalogue ?? []))}
        </Button>
      )}
      <Link href="/settings/models" className="text-accent underline underline-offset-2">
        Other models
      </Link>
    </div>
  );
}
