import { CodeBlock } from '../../components/code-block.tsx';
import { useService } from '../../stores/service-store.ts';
import { formatBytes } from '../../text/format.ts';
import { Section } from './section.tsx';

/** The installed Whisper models, and how to add one. */
export function Models() {
  const models = useService((state) => state.models);
  return (
    <Section title="Whisper models">
      <p className="text-sm text-soft">
        Steno reads Whisper models in the ggml format, such as ggml-base.bin or ggml-large-v3.bin.
        Larger ones hear better and take longer. Download one, then add it:
      </p>
      <CodeBlock label="In a terminal" code="steno models add ggml-base.bin" />
      {models && (
        <>
          <ul
            aria-label="Installed models"
            className="divide-y divide-line rounded-xl border border-line bg-panel shadow-panel"
          >
            {models.data.map((model) => (
              <li key={model.name} className="flex items-center gap-4 px-4 py-3">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{model.name}</p>
                  <p className="text-sm text-soft">
                    {model.demo ? 'Knows only a few hundred words' : languages(model.multilingual)}
                  </p>
                </div>
                {model.default && <span className="text-sm text-accent">In use</span>}
                <span className="w-20 text-right text-sm text-soft tabular-nums">
                  {formatBytes(model.bytes)}
                </span>
              </li>
            ))}
          </ul>
          <p className="text-sm text-soft wrap-anywhere">Added models lie in {models.folder}.</p>
        </>
      )}
    </Section>
  );
}

function languages(multilingual: boolean): string {
  return multilingual ? 'Many languages' : 'English only';
}
