import { Download } from 'lucide-react';
import type { CatalogueEntry } from '../../../../../shared/models/models.ts';
import { formatBytes } from '../../../../../shared/size.ts';
import { Button } from '../../../components/button.tsx';
import { DownloadProgress } from '../../../components/download-progress.tsx';
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
  const terms = describeTerms(entry);
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 py-2.5 pr-3 pl-4">
      <div className="min-w-56 flex-1">
        <p className="font-medium">
          {sizeName(entry)} <span className="font-normal text-soft">{name}</span>
          {recommended && <Recommended />}
        </p>
        <p className="text-sm text-soft">{describeModel(entry)}</p>
        <p className="text-sm text-soft">{describeNeeds(entry, measuring)}</p>
        {terms !== null && <p className="text-sm text-soft">{terms}</p>}
      </div>
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
    </li>
  );
}
