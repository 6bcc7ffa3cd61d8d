import { type ReactNode, useState } from 'react';
import type { Provenance } from '../../../../shared/transcription/provenance.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';

/** A fact that can be pressed. */
export const FACT_BUTTON =
  'min-w-0 truncate underline decoration-line decoration-dotted underline-offset-4 hover:text-ink hover:decoration-solid';

/** The model by its name; pressed, it tells what exactly the text was made with, where that is known. */
export function ModelFact({ model, result }: { model: string } & Pick<Transcription, 'result'>) {
  const [open, setOpen] = useState(false);
  if (!result?.provenance) return `${model} model`;
  return (
    <>
      <button
        type="button"
        title="How this text was made"
        className={FACT_BUTTON}
        onClick={() => setOpen(true)}
      >
        {model} model
      </button>
      <Dialog open={open} title="How this text was made" onClose={() => setOpen(false)}>
        <Made provenance={result.provenance} segments={result.segments} />
      </Dialog>
    </>
  );
}

type MadeProps = { provenance: Provenance; segments: readonly { model?: string | undefined }[] };

function Made({ provenance, segments }: MadeProps) {
  const { engine, model, device, other_models: others, machines = [] } = provenance;
  const sentencesBy = (name: string) => segments.filter((segment) => segment.model === name).length;
  return (
    <>
      <dl className="divide-y divide-line text-sm">
        <Fact title="Model">
          {model.name}
          <Digest sha256={model.sha256} />
        </Fact>
        {others.map(({ name, sha256 }) => (
          <Fact key={sha256} title="Parts transcribed by">
            {name}: {sentencesBy(name)} of {segments.length} sentences
            <Digest sha256={sha256} />
          </Fact>
        ))}
        <Fact title="Computed on">{device.name}</Fact>
        {machines.length > 0 && <Fact title="Other machines">{machines.join(', ')}</Fact>}
        <Fact title="Engine">{engine}</Fact>
      </dl>
      <div className="mt-4 flex justify-end">
        <CopyButton text={() => JSON.stringify(provenance, null, 2)}>Copy</CopyButton>
      </div>
    </>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 py-2 first:pt-0 max-sm:flex-col max-sm:gap-0">
      <dt className="w-28 shrink-0 text-soft">{title}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** By which the file of a model can be told from any other. */
function Digest({ sha256 }: { sha256: string }) {
  return (
    <span className="mt-0.5 block text-xs text-soft">
      SHA-256 <span className="font-mono">{sha256}</span>
    </span>
  );
}
