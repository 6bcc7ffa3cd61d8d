import { CopyButton } from './copy-button.tsx';

/** Lines to copy into a terminal; they wrap rather than scroll. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm text-soft">
        {label}
        <CopyButton text={() => code}>Copy</CopyButton>
      </figcaption>
      <pre className="bg-panel px-4 py-3 font-mono text-code leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {code}
      </pre>
    </figure>
  );
}
