import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import {
  type PageSection,
  SECTION_LINK,
  SectionPage,
} from '../../components/frame/section-page.tsx';
import { MissingPage } from '../missing-page.tsx';
import { ApiKeys, useCreatedKey } from './api-keys.tsx';
import { Usage } from './usage.tsx';
import { Webhooks } from './webhooks.tsx';

/** In the order of the list beside them; the first opens by itself. */
const SECTIONS: readonly [PageSection, ...PageSection[]] = [
  { name: 'keys', title: 'API keys', Content: ApiKeys },
  { name: 'requests', title: 'Requests', Content: ApiExample },
  { name: 'webhooks', title: 'Webhooks', Content: Webhooks },
  { name: 'usage', title: 'Usage', Content: Usage },
  { name: 'agents', title: 'Coding agents', Content: Agents },
];

/** What scripts can do: everything this window does, over HTTP. */
export default function DevelopersPage({ section }: { section: string }) {
  // Until then the examples of all sections contain the new key.
  useEffect(() => () => useCreatedKey.setState({ created: null }), []);
  const open = section === '' ? SECTIONS[0] : SECTIONS.find(({ name }) => name === section);
  if (!open) return <MissingPage />;
  return <SectionPage title="Developers" sections={SECTIONS} open={open} more={<Reference />} />;
}

function Reference() {
  return (
    <a
      href="/docs"
      target="_blank"
      rel="noreferrer"
      className={`flex items-center gap-1.5 ${SECTION_LINK}`}
    >
      Reference
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}

/** The service's address, and a first request to it. */
function ApiExample() {
  const key = useCreatedKey((state) => state.created?.key ?? 'YOUR_KEY');
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

function Agents() {
  const key = useCreatedKey((state) => state.created?.key ?? 'YOUR_KEY');
  const address = `${location.origin}/mcp`;
  const server = { steno: { url: address, headers: { Authorization: `Bearer ${key}` } } };
  return (
    <div className="space-y-4">
      <p className="text-soft">
        Agents can transcribe, read and search over the Model Context Protocol.
      </p>
      <CodeBlock
        label="Claude Code"
        code={`claude mcp add --transport http steno ${address} --header "Authorization: Bearer ${key}"`}
      />
      <CodeBlock label="Cursor and others" code={JSON.stringify({ mcpServers: server }, null, 2)} />
    </div>
  );
}
