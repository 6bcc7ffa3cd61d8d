import { Download } from 'lucide-react';
import type { CatalogueEntry } from '../../../../../shared/models/models.ts';
import { formatBytes } from '../../../../../shared/size.ts';
import { Button } from '../../../components/button.tsx';
import { DownloadProgress } from '../../../components/download-progress.tsx';
import { Row } from '../../../components/rows.tsx';
import { useModels } from '../../../stores/model-store.ts';
import {
  bytesToDownload,
  describeModel,
  describeNeeds,
  describeTerms,
  sizeName,
} from '../../../text/models.ts';

/** The mark beside a model's name. */
export function Recommended() {
  return (
    <span className="ml-2 rounded-full bg-accent-wash px-2 py-0.5 text-xs text-accent">
      Recommended
    </span>
  );
}

export function CatalogueRow({ entry }: { entry: CatalogueEntry }) {
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
          onClick={() => void useModels.download(name)}
        >
          <span className="tabular-nums">{size}</span>
        </Button>
      )}
    </Row>
  );
}
