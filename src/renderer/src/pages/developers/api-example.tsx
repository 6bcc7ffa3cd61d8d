import { CodeBlock } from '../../components/code-block.tsx';
import { useApiKeys } from '../../stores/api-key-store.ts';

/** The service's address, and a first request to it. */
export function ApiExample() {
  const key = useApiKeys((state) => state.created?.key ?? 'YOUR_KEY');
  return (
    <div className="space-y-4">
      <p className="text-soft">What this window does with recordings, scripts can do over HTTP.</p>
      <CodeBlock label="Base address" code={location.origin} />
      <CodeBlock label="Transcribe a recording" code={curl(location.origin, key)} />
      <p className="text-sm text-soft">
        The answer has an id. Ask for{' '}
        <code className="font-mono text-ink">/v1/transcriptions/ID</code> until its status is
        completed, or give a <code className="font-mono text-ink">webhook_url</code> and be told.
        All endpoints are in{' '}
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-2"
        >
          the documentation
        </a>
        .
      </p>
    </div>
  );
}

function curl(origin: string, key: string): string {
  return [
    `curl ${origin}/v1/transcriptions`,
    `  -H "Authorization: Bearer ${key}"`,
    `  -H "Content-Type: application/json"`,
    `  -d '{"url":"https://example.com/interview.mp3"}'`,
  ].join(' \\\n');
}
