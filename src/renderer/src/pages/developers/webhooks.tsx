import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { WebhookEvent, WebhookSink, WebhookTestResult } from '../../../../shared/webhooks.ts';
import { client } from '../../api/client.ts';
import { refusalOf } from '../../api/error-text.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Field, Form, Refusal } from '../../components/form.tsx';
import { Rows } from '../../components/rows.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { createListStore, createLoadedStore } from '../../stores/create-store.ts';
import { notify } from '../../stores/toasts.ts';
import { formatWhen } from '../../text/format.ts';
import { deliveryText, outcomeText, testText } from '../../text/webhooks.ts';

const useDeliveries = createListStore((from) => client.listDeliveries(from));

/** The built-in receiver, and what it got. */
const useSink = createLoadedStore(() => client.getSink());

const loadBoth = () => Promise.all([useDeliveries.load(), useSink.load()]);

const sendAgain = (id: string) =>
  notify(async () => {
    const sent = await client.redeliver(id);
    useDeliveries.setState(({ value }) => ({
      value: value && { ...value, items: value.items.map((one) => (one.id === id ? sent : one)) },
    }));
  });

/** Sends test events, and lists the events that were sent. */
export function Webhooks() {
  const { items = null, nextCursor } = useLoaded(useDeliveries) ?? {};
  const sink = useLoaded(useSink);
  return (
    <div className="space-y-4">
      <p className="text-soft">
        Give <code className="font-mono text-ink">webhook_url</code> to a transcription and the
        finished result is sent there, six times at most over 15 hours until it is accepted.
      </p>
      {sink && <CodeBlock label="Built-in receiver, to try it with" code={sink.url} />}
      <TestForm sinkUrl={sink?.url ?? ''} />
      {sink && <SinkDeliveries sink={sink} />}
      <div className="flex items-center justify-between">
        <h2 className="text-lg font-semibold">Deliveries</h2>
        <Button icon={RefreshCw} onClick={loadBoth}>
          Refresh
        </Button>
      </div>
      <Rows label="Deliveries" items={items} empty="Nothing has been sent yet.">
        {(event) => <DeliveryRow key={event.id} event={event} />}
      </Rows>
      {nextCursor && <Button onClick={() => useDeliveries.loadMore()}>Show older</Button>}
    </div>
  );
}

function TestForm({ sinkUrl }: { sinkUrl: string }) {
  const [url, setUrl] = useState('');
  const [tested, setTested] = useState<WebhookTestResult | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async () => {
    setTested(null);
    setRefusal(null);
    const send = () => client.testWebhook({ url: url.trim() || sinkUrl }).then(setTested);
    const refused = await refusalOf(send);
    setRefusal(refused);
    if (refused === null) await loadBoth();
  };
  return (
    <Form onSubmit={submit} className="space-y-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Send a test event to"
          className="min-w-48 flex-1"
          value={url}
          onChange={(text) => {
            setUrl(text);
            setRefusal(null);
          }}
          aria-invalid={refusal !== null}
          aria-describedby="webhook-refusal"
          placeholder={sinkUrl || 'https://example.com/hook'}
        />
        <Button type="submit" disabled={!url.trim() && !sinkUrl}>
          Send
        </Button>
      </div>
      <Refusal id="webhook-refusal">{refusal}</Refusal>
      <p role="status" className="min-h-5 text-sm text-soft">
        {tested && testText(tested)}
      </p>
    </Form>
  );
}

/** One event with its status; expanded, also its attempts and the body they all send. */
function DeliveryRow({ event }: { event: WebhookEvent }) {
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
              {deliveryText(event)}
            </span>
          </span>
          <span className="text-sm text-soft">{event.type.split('.')[1]}</span>
        </summary>
        <div className="space-y-3 border-t border-line px-4 py-3 text-sm">
          <ol className="space-y-1">
            {event.attempts.map((attempt) => (
              <li key={attempt.id} className="flex flex-wrap gap-x-3">
                <span className="tabular-nums">{attempt.attempt}.</span>
                <span>{formatWhen(attempt.started_at)}</span>
                <span>{outcomeText(attempt.outcome, attempt.status_code)}</span>
                <span className="font-mono text-code text-soft">{attempt.id}</span>
              </li>
            ))}
          </ol>
          <div className="flex gap-2">
            <Button onClick={() => sendAgain(event.id)}>Send again</Button>
            {body === null && <Button onClick={showBody}>Show body</Button>}
          </div>
          {body !== null && (
            <pre className="max-h-72 overflow-auto rounded-lg border border-line bg-page px-4 py-3 font-mono text-code whitespace-pre-wrap wrap-anywhere">
              {body}
            </pre>
          )}
        </div>
      </details>
    </li>
  );
}

function SinkDeliveries({ sink }: { sink: WebhookSink }) {
  return (
    <Rows label="Received by the built-in receiver" items={sink.deliveries}>
      {({ received_at, headers, body }) => (
        <li key={headers['x-service-delivery'] ?? received_at}>
          <details>
            <summary className="flex gap-3 px-4 py-3 text-sm">
              <span className="font-medium">{headers['x-service-event']}</span>
              <span className="ml-auto text-soft">{formatWhen(received_at)}</span>
            </summary>
            <pre className="max-h-72 overflow-auto border-t border-line px-4 py-3 font-mono text-code whitespace-pre-wrap wrap-anywhere">
              {Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
              {`\n\n${prettyJson(body)}`}
            </pre>
          </details>
        </li>
      )}
    </Rows>
  );
}

/** JSON with line breaks; what is not JSON stays as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
