import { CircleAlert, Download, FlaskConical, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CatalogueEntry } from '../../../../shared/models/models.ts';
import { formatBytes } from '../../../../shared/size.ts';
import { Button } from '../../components/button.tsx';
import { DownloadProgress } from '../../components/download-progress.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { TextLink } from '../../components/link.tsx';
import { useLoad } from '../../components/use-load.ts';
import { dismiss, useDismissed } from '../../stores/browser-storage.ts';
import { MODEL_OFFER, useModels, useUsedModel } from '../../stores/model-store.ts';
import { toasts } from '../../stores/toasts.ts';
import { bytesToDownload, describeOffer, describeTerms, sizeName } from '../../text/models.ts';

/** Says plainly that there is no model, or only the built-in one, for as long as it is so, and offers a real one. */
export function ModelNotice() {
  const has = useUsedModel();
  const closed = useDismissed(MODEL_OFFER) && has === 'demo';
  if (has === 'real' || closed) return null;
  return (
    <section
      aria-label="Model"
      className="flex items-start gap-3 rounded-xl border border-line bg-panel py-2 pr-2 pl-4 text-sm text-soft [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0"
    >
      {has === 'demo' ? <FlaskConical aria-hidden /> : <CircleAlert aria-hidden />}
      <ModelOffer>
        {has === 'demo' ? (
          <>
            <strong className="font-medium text-ink">Demo model:</strong> it knows only a few
            hundred words. <TextLink href="/settings/models">Other models</TextLink>
          </>
        ) : (
          <>
            <strong className="font-medium text-ink">No model:</strong> recordings become text once
            there is one. <TextLink href="/settings/models">Choose one, or add a file</TextLink>
          </>
        )}
      </ModelOffer>
      {has === 'demo' && (
        <IconButton icon={X} label="Close this offer" tip="Close" onClick={close} />
      )}
    </section>
  );
}

/** The focus goes on to the recordings, and not to nothing. */
function close(): void {
  dismiss(MODEL_OFFER);
  toasts.add({ title: 'Models are in Settings → Models.', data: { href: '/settings/models' } });
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
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
function ModelOffer({ children }: { children: ReactNode }) {
  const { catalogue, measuring } = useModels();
  useLoad(useModels.load);
  const offered =
    catalogue?.find(({ download }) => download) ??
    catalogue?.find(({ recommended }) => recommended);
  return (
    <div className="flex min-h-25 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 sm:min-h-11">
      <div className="min-w-0 grow basis-56">
        <p>{children}</p>
        {offered ? (
          <p>
            <span className="font-medium text-ink">{headline(offered)}</span>{' '}
            {describeOffer(offered, measuring)}
          </p>
        ) : (
          <p>Finding the best model for this computer…</p>
        )}
        {offered && describeTerms(offered) && <p>{describeTerms(offered)}</p>}
      </div>
      {offered?.download && <DownloadProgress download={offered.download} />}
      {offered && !offered.download && (
        <Button icon={Download} look="primary" onClick={() => useModels.download(offered.name)}>
          Download {formatBytes(bytesToDownload(offered, catalogue ?? []))}
        </Button>
      )}
    </div>
  );
}
