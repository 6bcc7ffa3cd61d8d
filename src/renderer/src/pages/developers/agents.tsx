import { CodeBlock } from '../../components/code-block.tsx';
import { useApiKeys } from '../../stores/api-key-store.ts';

/** How to tell a coding agent about Steno. */
export function Agents() {
  const key = useApiKeys((state) => state.created?.key ?? 'YOUR_KEY');
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
