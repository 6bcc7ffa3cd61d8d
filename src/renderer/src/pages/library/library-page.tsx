import { PageHeading } from '../../components/page-heading.tsx';
import { useLibrary } from '../../stores/library-store.ts';
import { useService } from '../../stores/service-store.ts';
import { useUploads } from '../../stores/upload-store.ts';
import { AddBox } from './add-box.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { RecordingList } from './recording-list.tsx';
import { UploadList } from './upload-list.tsx';

export function LibraryPage() {
  // Together with the notice about the model, so that nothing is pushed down a moment later.
  const modelsKnown = useService((state) => state.models !== null);
  const loaded = useLibrary((state) => state.loaded) && modelsKnown;
  const empty = useLibrary((state) => state.ids.length === 0);
  const uploading = useUploads((state) => state.uploads.length > 0);
  return (
    <main className="mx-auto max-w-5xl space-y-6 px-6 py-8">
      <div className="sr-only">
        <PageHeading title="Library">Library</PageHeading>
      </div>
      <AddBox />
      <DemoNotice />
      <UploadList />
      {loaded && empty && !uploading && <EmptyLibrary />}
      {loaded && !empty && <RecordingList />}
      <DropZone />
    </main>
  );
}
