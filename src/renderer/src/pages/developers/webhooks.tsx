import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useDevelopers } from '../../stores/developer-store.ts';
import { outcomeText } from '../../text/webhooks.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { SinkDeliveries } from './sink-deliveries.tsx';

/** Trying a webhook out, and what was sent to whom. */
export function Webhooks() {
  const deliveries = useDevelopers((state) => state.deliveries);
  const sink = useDevelopers((state) => state.sink);
  const nextCursor = useDevelopers((state) => state.nextCursor);
  const load = useDevelopers((state) => state.loadDeliveries);
  const loadMore = useDevelopers((state) => state.loadMoreDeliveries);
  useLoad(load);

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
        <Button onClick={() => void load()}>
          <RefreshCw aria-hidden />
          Refresh
        </Button>
      </div>
      {deliveries?.length === 0 && <p className="text-sm text-soft">Nothing has been sent yet.</p>}
      {deliveries && deliveries.length > 0 && (
        <ul
          aria-label="Deliveries"
          className="divide-y divide-line rounded-xl border border-line bg-panel shadow-panel"
        >
          {deliveries.map((event) => (
            <DeliveryRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {nextCursor !== null && <Button onClick={() => void loadMore()}>Show older</Button>}
    </div>
  );
}

function TestForm({ sinkUrl }: { sinkUrl: string }) {
  const [url, setUrl] = useState('');
  const sendTest = useDevelopers((state) => state.sendTest);
  const tested = useDevelopers((state) => state.tested);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setRefusal(null);
    setRefusal(await sendTest(url.trim() || sinkUrl));
  };
  return (
    <form onSubmit={submit} className="space-y-2">
      <div className="flex flex-wrap items-end gap-3">
        <label className="min-w-48 flex-1 text-sm">
          <span className="mb-1 block font-medium">Send a test event to</span>
          <input
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              setRefusal(null);
            }}
            aria-invalid={refusal !== null}
            aria-describedby="webhook-refusal"
            placeholder={sinkUrl || 'https://example.com/hook'}
            className="h-9 w-full rounded-lg border border-field-line bg-panel px-3 placeholder:text-soft"
          />
        </label>
        <Button type="submit" disabled={!url.trim() && !sinkUrl}>
          Send
        </Button>
      </div>
      <p id="webhook-refusal" role="alert" className="text-sm text-danger empty:hidden">
        {refusal}
      </p>
      <p role="status" className="min-h-5 text-sm text-soft">
        {tested &&
          `The test was ${outcomeText(tested.outcome, tested.status_code)} after ${tested.latency_ms} ms.`}
      </p>
    </form>
  );
}
