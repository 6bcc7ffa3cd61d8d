import { useState } from 'react';
import type { ApiKey } from '../../../../shared/api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { useService } from '../../stores/service-store.ts';
import { formatWhen } from '../../text/format.ts';
import { describeKey } from '../../text/keys-and-scopes.ts';

export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const [asking, setAsking] = useState(false);
  const revokeKey = useService((state) => state.revokeKey);
  const { name, hint, revoked_at } = apiKey;
  return (
    <li className="flex items-center gap-4 py-3 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {name}
          <span className="ml-2 text-sm font-normal text-soft">{describeKey(apiKey)}</span>
        </p>
        <p className="truncate text-sm text-soft">
          <span className="font-mono text-[0.8125rem]">{hint}</span> · {usage(apiKey)}
        </p>
      </div>
      {revoked_at ? (
        <span className="px-3.5 text-sm text-soft">Revoked</span>
      ) : (
        <Button aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={`Revoke “${name}”?`}
        description="Scripts that use this key stop working at once. This cannot be undone."
        action="Revoke"
        onClose={() => setAsking(false)}
        onConfirm={() => void revokeKey(apiKey.id)}
      />
    </li>
  );
}

function usage({ created_at, last_used_at }: ApiKey): string {
  return last_used_at
    ? `Last used: ${formatWhen(last_used_at, new Date())}`
    : `Created: ${formatWhen(created_at, new Date())}, never used`;
}
