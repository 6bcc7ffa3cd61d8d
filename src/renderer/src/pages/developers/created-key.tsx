import type { CreatedApiKey } from '../../../../shared/api.ts';
import { CopyButton } from '../../components/copy-button.tsx';

/** A new key's secret, the one time it can be seen. */
export function CreatedKey({ created }: { created: CreatedApiKey }) {
  return (
    <div role="status" className="space-y-3 rounded-xl bg-accent-wash px-5 py-4">
      <p className="text-sm">
        <strong className="font-medium">{created.name}</strong> is ready. Copy it now: it is shown
        only this once.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{created.key}</code>
        <CopyButton look="primary" text={() => created.key}>
          Copy key
        </CopyButton>
      </div>
    </div>
  );
}
