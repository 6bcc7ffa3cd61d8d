import { Download, Trash2 } from 'lucide-react';
import { RECOMMENDED_VOICES } from '../../../../../shared/models/speaker-model-catalogue.ts';
import type { SpeakerModel } from '../../../../../shared/models/speaker-models.ts';
import { formatBytes } from '../../../../../shared/size.ts';
import { client } from '../../../api/client.ts';
import { unless } from '../../../api/error-text.ts';
import { Button } from '../../../components/button.tsx';
import { DownloadProgress } from '../../../components/download-progress.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Row, Rows } from '../../../components/rows.tsx';
import { Section } from '../../../components/section.tsx';
import { useLoaded } from '../../../components/use-load.ts';
import { useModels, useSpeakerModels } from '../../../stores/model-store.ts';
import { notify } from '../../../stores/toasts.ts';
import { describeSpeakerModel, speakerModelName } from '../../../text/models.ts';
import { Recommended } from './model-catalogue.tsx';

/** The models that tell voices apart: the one that comes with Steno, or a larger one. */
export function SpeakerModels() {
  const models = useLoaded(useSpeakerModels);
  return (
    <Section title="Identifying speakers">
      <p className="text-sm text-soft">
        A small model comes with Steno. A larger one is better with similar voices; the one added
        last is used. With <em>People talking at once</em>, all are named where several speak at the
        same time.
      </p>
      <div className="min-h-108">
        <Rows label="Speaker models" items={models}>
          {(model) => <SpeakerModelRow key={model.name} model={model} />}
        </Rows>
      </div>
    </Section>
  );
}

function SpeakerModelRow({ model }: { model: SpeakerModel }) {
  const { name, trust, voices, bytes } = model;
  return (
    <Row
      title={
        <>
          {speakerModelName(model)}
          {name === RECOMMENDED_VOICES && trust === null && <Recommended />}
        </>
      }
      lines={[
        `${describeSpeakerModel(model)} · ${formatBytes(bytes)}`,
        voices === null ? null : name,
      ]}
    >
      <Actions model={model} />
    </Row>
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
        onClick={() => useModels.download(name)}
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
          onClick={() =>
            void notify(() => unless('not_found', () => client.deleteSpeakerModel(name)))
          }
        />
      )}
    </>
  );
}
