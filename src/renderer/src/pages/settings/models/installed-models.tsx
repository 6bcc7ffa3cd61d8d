import { FileInput, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { Model } from '../../../../../shared/models/models.ts';
import { formatBytes } from '../../../../../shared/size.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Row } from '../../../components/rows.tsx';
import { Section } from '../../../components/section.tsx';
import { dismiss, useDismissed } from '../../../stores/browser-storage.ts';
import { MODEL_OFFER, useInstalledModels, useModels } from '../../../stores/model-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';

export function InstalledModels() {
  const models = useInstalledModels((state) => state.models);
  if (!models) return null;
  return (
    <Section title="On this computer">
      {models.data.length === 0 && (
        <p className="card px-4 py-3">
          There is no model yet. Download one below, or add a file of one.
        </p>
      )}
      <ul aria-label="Installed models" className="rows empty:hidden">
        {models.data.map((model) => (
          <InstalledModel key={model.name} model={model} alone={models.data.length === 1} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <ImportModel />
        <p className="min-w-0 text-sm text-soft wrap-anywhere">Kept in {models.folder}</p>
      </div>
      {models.data.some((model) => model.default && model.demo) && <OfferInLibrary />}
    </Section>
  );
}

function InstalledModel({ model, alone }: { model: Model; alone: boolean }) {
  return (
    <Row title={model.name} lines={[`${describe(model)} · ${formatBytes(model.bytes)}`]}>
      <Use model={model} />
      {/* In line with the others, of which each can be deleted. */}
      {model.demo && !alone && <span className="size-8" />}
      {!model.demo && (
        <ConfirmDialog
          trigger={<IconButton icon={Trash2} label={`Delete ${model.name}`} tip="Delete" />}
          title={`Delete ${model.name}?`}
          description={`This frees ${formatBytes(model.bytes)}. Transcripts made with it stay.`}
          action="Delete"
          onConfirm={() => void useModels.remove(model.name)}
        />
      )}
    </Row>
  );
}

function Use({ model }: { model: Model }) {
  if (model.trust === 'unknown') {
    return (
      <Button aria-label={`I trust ${model.name}`} onClick={() => useModels.confirm(model.name)}>
        I trust it
      </Button>
    );
  }
  if (model.default) return <span className="px-3.5 text-sm text-accent">In use</span>;
  return (
    <Button
      aria-label={`Use ${model.name}`}
      onClick={() => useSettings.update({ model: model.name }).then(useInstalledModels.reload)}
    >
      Use
    </Button>
  );
}

function describe(model: Model): string {
  if (model.demo) return 'For trying Steno out; knows only a few hundred words';
  if (model.trust === 'unknown') return 'Not in the catalogue, and not used until you trust it';
  const languages = describeLanguages(model);
  if (model.trust === 'confirmed') return `${languages} · not in the catalogue`;
  // Its license requires naming the authors.
  return model.architecture === 'parakeet' ? `${languages} · by NVIDIA, CC BY 4.0` : languages;
}

function describeLanguages({ architecture, multilingual }: Model): string {
  if (!multilingual) return 'English only';
  return architecture === 'parakeet' ? '25 European languages' : 'Many languages';
}

/** The library offers a model instead of the demo model; whoever has closed that can have it again. */
function OfferInLibrary() {
  const closed = useDismissed(MODEL_OFFER);
  return (
    <Checkbox checked={!closed} onChange={(wanted) => dismiss(MODEL_OFFER, !wanted)}>
      Offer a model in the library while the demo model is in use
    </Checkbox>
  );
}

/** Adds a local model file, Whisper's or a speaker model; an unknown one only after a confirmation. */
function ImportModel() {
  const input = useRef<HTMLInputElement>(null);
  const { importing, unconfirmed } = useModels();
  return (
    <>
      <Button icon={FileInput} disabled={importing !== null} onClick={() => input.current?.click()}>
        {importing === null ? 'Add a model file' : `Adding ${importing}`}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".bin,.onnx"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void useModels.importFile(file, false);
          event.target.value = '';
        }}
      />
      <ConfirmDialog
        open={unconfirmed !== null}
        title={`Trust ${unconfirmed?.name ?? 'this model'}?`}
        description="Steno does not know this model. A model file can attack the program that reads it, so add it only if you trust where it comes from."
        action="Trust and add"
        onClose={useModels.forgetUnconfirmed}
        onConfirm={() => unconfirmed && void useModels.importFile(unconfirmed, true)}
      />
    </>
  );
}
