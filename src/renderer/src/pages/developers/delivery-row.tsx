import { useState } from 'react';
import type { WebhookEvent } from '../../../../shared/webhooks.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { useDevelopers } from '../../stores/developer-store.ts';
import { notify } from '../../stores/toasts.ts';
import { formatWhen } from '../../text/format.ts';
import { prettyJson } from '../../text/json.ts';
import { deliveryText, outcomeText } from '../../text/webhooks.ts';

/** One event: where it stands; opened, its attempts and the body they all send. */
export function DeliveryRow({ event }: { event: WebhookEvent }) {
  const redeliver = useDevelopers((state) => state.redeliver);
  const [body, setBody] = useState<string | null>(null);
  const showBody = () =>
    notify(async () => setBody(prettyJson((await client.getDelivery(event.id)).body)));
  const failed = event.status === 'failed';
  return (
    <li>
      <details>
        <summary className="flex items-center gap-3 px-4 py-3">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{event.url}</span>
            <span className={`block text-sm ${failed ? 'text-danger' : 'text-soft'}`}>
              {deliveryText(event, new Date())}
            </span>
          </span>
          <span className="text-sm text-soft">{event.type.split('.')[1]}</span>
        </summary>
        <div className="space-y-3 border-t border-line px-4 py-3 text-sm">
          <ol className="space-y-1">
            {event.attempts.map((attempt) => (
              <li key={attempt.id} className="flex flex-wrap gap-x-3">
                <span className="tabular-nums">{attempt.attempt}.</span>
                <span>{formatWhen(attempt.started_at, new Date())}</span>
                <span>{outcomeText(attempt.outcome, attempt.status_code)}</span>
                <span className="font-mono text-[0.8125rem] text-soft">{attempt.id}</span>
              </li>
            ))}
          </ol>
          <div className="flex gap-2">
            <Button onClick={() => void redeliver(event.id)}>Send again</Button>
            {body === null && <Button onClick={() => void showBody()}>Show body</Button>}
          </div>
          {body !== null && (
            <pre className="max-h-72 overflow-auto rounded-lg border border-line bg-page px-4 py-3 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
              {body}
            </pre>
          )}
        </div>
      </details>
    </li>
  );
}
