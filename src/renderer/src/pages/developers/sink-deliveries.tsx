import type { WebhookSink } from '../../../../shared/webhooks.ts';
import { formatWhen } from '../../text/format.ts';
import { prettyJson } from '../../text/json.ts';

/** What the built-in receiver got, the newest first. */
export function SinkDeliveries({ sink }: { sink: WebhookSink }) {
  const { deliveries } = sink;
  if (deliveries.length === 0) return null;
  return (
    <ul
      aria-label="Received by the built-in receiver"
      className="divide-y divide-line rounded-xl border border-line bg-panel"
    >
      {deliveries.map(({ received_at, headers, body }) => (
        <li key={headers['x-service-delivery'] ?? received_at}>
          <details>
            <summary className="flex gap-3 px-4 py-3 text-sm">
              <span className="font-medium">{headers['x-service-event']}</span>
              <span className="ml-auto text-soft">{formatWhen(received_at, new Date())}</span>
            </summary>
            <pre className="max-h-72 overflow-auto border-t border-line px-4 py-3 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
              {Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
              {`\n\n${prettyJson(body)}`}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}
