import { CircleAlert } from 'lucide-react';
import type { AutomaticExportStatus } from '../../../../shared/exports/automatic-export.ts';
import { Notice } from '../../components/notice.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { useAutomaticExport, useSettings } from '../../stores/settings-store.ts';
import { AutomaticExportForm } from './automatic-export-form.tsx';

/** The files that are written automatically for every finished recording. */
export function AutomaticExportSection() {
  const wanted = useSettings((state) => state.settings?.auto_export ?? null);
  const status = useLoaded(useAutomaticExport);
  return (
    <>
      <p className="text-soft">
        Steno can write every recording into files as soon as it is finished. A file that is there
        already is never replaced: the new one gets a number. What you correct later is not written
        again. A project can have an export of its own instead.
      </p>
      <AutomaticExportForm
        wanted={wanted}
        onSave={(auto_export) => useSettings.tryUpdate({ auto_export })}
        stop="Stop exporting"
      />
      <div role="status" className="min-h-12 space-y-4">
        <p className="text-sm text-soft">
          {wanted === null
            ? 'Nothing is exported automatically.'
            : 'Finished recordings are exported automatically.'}
        </p>
        {status !== null && <Waiting status={status} />}
      </div>
    </>
  );
}

function Waiting({ status: { waiting, problem } }: { status: AutomaticExportStatus }) {
  if (problem === null || waiting === 0) return null;
  return (
    <Notice look="danger" icon={CircleAlert}>
      <p className="wrap-anywhere">
        {waiting === 1 ? '1 recording is waiting.' : `${waiting} recordings are waiting.`} {problem}
      </p>
    </Notice>
  );
}
