import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CatalogueEntry } from '../../../../../shared/models/models.ts';
import { formatBytes } from '../../../../../shared/size.ts';
import { Button } from '../../../components/button.tsx';
import { DownloadProgress } from '../../../components/download-progress.tsx';
import { Row, Rows } from '../../../components/rows.tsx';
import { Section } from '../../../components/section.tsx';
import { useModels } from '../../../stores/model-store.ts';
import {
  bytesToDownload,
  describeModel,
  describeNeeds,
  describeTerms,
  sizeName,
} from '../../../text/models.ts';

/** Those most people choose between: one of each kind, many languages, half the size at the same quality. */
const FIRST_CHOICE = new Set([
  'tiny-q8_0',
  'base-q8_0',
  'small-q8_0',
  'medium-q8_0',
  'large-v3-turbo-q8_0',
  'parakeet-tdt-0.6b-v3-q8_0',
]);

/** The models that can be downloaded: a few to begin with, all of them on request. */
export function ModelCatalogue() {
  const catalogue = useModels((state) => state.catalogue);
  const [all, setAll] = useState(false);
  const shown = (catalogue ?? []).filter(
    ({ name, installed, recommended, download }) =>
      !installed && (all || recommended || download !== null || FIRST_CHOICE.has(name)),
  );
  return (
    <Section title="Available models">
      {catalogue === null ? (
        <p className="min-h-80 text-sm text-soft">Finding the best model for this computer…</p>
      ) : (
        <Rows label="Models to download" items={shown}>
          {(entry) => <CatalogueRow key={entry.name} entry={entry} />}
        </Rows>
      )}
      <Button aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Show fewer' : 'Show all models'}
      </Button>
    </Section>
  );
}

export function Recommended() {
  return (
    <span className="ml-2 rounded-full bg-accent-wash px-2 py-0.5 text-xs text-accent">
      Recommended
    </span>
  );
}

function CatalogueRow({ entry }: { entry: CatalogueEntry }) {
  const measuring = useModels((state) => state.measuring);
  const catalogue = useModels((state) => state.catalogue);
  const { name, recommended, download } = entry;
  const size = formatBytes(bytesToDownload(entry, catalogue ?? []));
  return (
    <Row
      title={
        <>
          {sizeName(entry)} <span className="font-normal text-soft">{name}</span>
          {recommended && <Recommended />}
        </>
      }
      lines={[describeModel(entry), describeNeeds(entry, measuring), describeTerms(entry)]}
    >
      {download ? (
        <DownloadProgress download={download} />
      ) : (
        <Button
          icon={Download}
          look={recommended ? 'primary' : 'plain'}
          aria-label={`Download ${name}, ${size}`}
          onClick={() => useModels.download(name)}
        >
          <span className="tabular-nums">{size}</span>
        </Button>
      )}
    </Row>
  );
}
