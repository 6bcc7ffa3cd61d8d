import { Download, Trash2 } from 'lucide-react';
import { RECOMMENDED_VOICES } from '../../../../../shared/models/speaker-model-catalogue.ts';
import type { SpeakerModel } from '../../../../../shared/models/speaker-models.ts';
import { formatBytes } from '../../../../../shared/size.ts';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { DownloadProgress } from '../../../components/download-progress.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Section } from '../../../components/section.tsx';
import { useLoad } from '../../../components/use-load.ts';
import { useModels, useSpeakerModels } from '../../../stores/model-store.ts';
import { notify } from '../../../stores/toasts.ts';
import { describeSpeakerModel, speakerModelName } from '../../../text/models.ts';
import { Recommended } from './catalogue-row.tsx';

/** The models that tell voices apart: the one that comes with Steno, or a larger one. */
export function SpeakerModels() {
  const { value: models } = useSpeakerModels();
  useLoad(useSpeakerModels.load);
  return (
    <Section title="Identifying speakers">
      <p className="text-sm text-soft">
        A small model comes with Steno. A larger one is better with similar voices; the one added
        last is used. With <em>People talking at once</em>, all are named where several speak at the
        same time.
      </p>
      <ul aria-label="Speaker models" className="rows min-h-108">
        {models?.map((model) => (
          <SpeakerModelRow key={model.name} model={model} />
        ))}
      </ul>
    </Section>
  );
}

function SpeakerModelRow({ model }: { model: SpeakerModel }) {
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 py-2.5 pr-3 pl-4">
      <div className="min-w-56 flex-1">
        <p className="font-medium wrap-anywhere">
          {speakerModelName(model)}
          {model.name === RECOMMENDED_VOICES && model.trust === null && <Recommended />}
        </p>
        <p className="text-sm text-soft">
          {describeSpeakerModel(model)} · {formatBytes(model.bytes)}
        </p>
        {model.voices !== null && <p className="text-xs text-soft wrap-anywhere">{model.name}</p>}
      </div>
      <Actions model={model} />
    </li>
  );
}

function Actions({ model }: { model: SpeakerModel }) {
  const { name, bytes, trust, in_use, download } = model;
  const title = speakerModelName(model);
  if (download) return <DownloadProgress download={download} />;
  if (trust === null) {
    return (
      <Button
        icon={Download}
        aria-label={`Download ${title}, ${formatBytes(bytes)}`}
        onClick={() => void useModels.download(name)}
      >
        <span className="tabular-nums">{formatBytes(bytes)}</span>
      </Button>
    );
  }
  return (
    <>
      {in_use && <span className="px-3.5 text-sm text-accent">In use</span>}
      {trust !== 'built_in' && (
        <IconButton
          icon={Trash2}
          label={`Delete ${title}`}
          tip="Delete"
          onClick={() => void notify(() => client.deleteSpeakerModel(name))}
        />
      )}
    </>
  );
}
