import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useLibrary } from '../../stores/library-store.ts';
import { useSearch } from '../../stores/search-store.ts';
import { useService } from '../../stores/service-store.ts';
import { useUploads } from '../../stores/upload-store.ts';
import { AddBox } from './add-box.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { ListBar } from './list-bar.tsx';
import { RecordingList } from './recording-list.tsx';
import { SearchResults } from './search-results.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { UploadList } from './upload-list.tsx';
import { useVisibleIds } from './use-visible-ids.ts';

export function LibraryPage() {
  // Together with the notice about the model, so that nothing is pushed down a moment later.
  const modelsKnown = useService((state) => state.models !== null);
  const loaded = useLibrary((state) => state.loaded) && modelsKnown;
  const ids = useVisibleIds();
  const filtered = useLibrary((state) => state.filter !== 'all');
  const searching = useSearch((state) => state.hits !== null);
  const uploading = useUploads((state) => state.uploads.length > 0);
  const empty = loaded && ids.length === 0 && !filtered;
  return (
    <main className="mx-auto max-w-5xl space-y-6 px-4 py-6 sm:px-6 sm:py-8">
      <div className="sr-only">
        <PageHeading title="Library">Library</PageHeading>
      </div>
      <AddBox />
      {empty && !uploading && <EmptyLibrary />}
      <DemoNotice />
      <UploadList />
      {!loaded && <Loading />}
      {loaded && !empty && <ListBar />}
      {searching && <SearchResults />}
      {loaded && !empty && !searching && <RecordingList ids={ids} />}
      <SelectionBar />
      <DropZone />
    </main>
  );
}
