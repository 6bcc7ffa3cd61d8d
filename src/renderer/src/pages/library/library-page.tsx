import { useEffect, useState } from 'react';
import { NO_PROJECT } from '../../../../shared/projects.ts';
import { ShortcutsDialog } from '../../components/dialogs/shortcuts-dialog.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { Loading } from '../../components/loading.tsx';
import { HELP_KEYS, LIBRARY_HELP } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { navigate } from '../../router.ts';
import { WIDE } from '../../stores/library/library-state.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { useProjects } from '../../stores/library/project-store.ts';
import { useInstalledModels } from '../../stores/model-store.ts';
import { toasts } from '../../stores/toasts.ts';
import { AddBox } from './add/add-box.tsx';
import { DropZone } from './add/drop-zone.tsx';
import { UploadList } from './add/upload-list.tsx';
import { useUploads } from './add/upload-store.ts';
import { EmptyLibrary } from './empty-library.tsx';
import { RecordingList } from './list/recording-list.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { useVisibleIds } from './list/use-visible-ids.ts';
import { ListBar } from './list-bar.tsx';
import { LossNotice } from './loss-notice.tsx';
import { ModelNotice } from './model-notice.tsx';
import { ProjectChoice, ProjectNav } from './projects/project-nav.tsx';
import { SearchResults } from './search-results.tsx';
import { useSearch } from './search-store.ts';

/** The sample opens when it is done, if it was started here and no other page was opened meanwhile. */
function useOpenSample(): void {
  const sampleId = useUploads((state) => state.sampleId);
  const done = useLibrary(
    (state) => sampleId !== null && state.byId.get(sampleId)?.status === 'completed',
  );
  useEffect(() => {
    if (!done || sampleId === null) return;
    useUploads.setState({ sampleId: null });
    navigate(`/t/${sampleId}`);
  }, [done, sampleId]);
}

/** Shows the recordings of the project that the address names; of one that is not there, or no more, all. */
function useOpenProject(project: string): void {
  const isGone = useProjects(
    ({ projects, loaded }) =>
      loaded &&
      project !== '' &&
      project !== NO_PROJECT &&
      !projects.some(({ id }) => id === project),
  );
  useEffect(() => {
    if (useLibrary.getState().project !== project) void useLibrary.arrange({ project });
  }, [project]);
  useEffect(() => {
    if (!isGone) return;
    toasts.add({
      title: 'There is no such project',
      description: 'If it was deleted, its recordings are still here, in no project.',
    });
    navigate('/');
  }, [isGone]);
}

export function LibraryPage({ project }: { project: string }) {
  useOpenProject(project);
  // Rendered together with the offer of a model, so that nothing moves down a moment later.
  const loaded = useLibrary((state) => state.loaded);
  const modelsKnown = useInstalledModels((state) => state.models !== null);
  useOpenSample();
  return (
    <main className="page-width pt-3 pb-8">
      <div className="sr-only">
        <PageHeading title="Library">Library</PageHeading>
      </div>
      {loaded && modelsKnown ? <Library /> : <Loading />}
      <SelectionBar />
      <DropZone />
    </main>
  );
}

/** What adds recordings is large in an empty library, and a line once there is something to see. */
function Library() {
  const ids = useVisibleIds();
  const filtered = useLibrary(
    (state) => state.project !== '' || state.filter !== 'all' || state.narrowing !== WIDE,
  );
  const searching = useSearch((state) => state.found !== null);
  const uploading = useUploads((state) => state.uploads.length > 0);
  const empty = ids.length === 0 && !filtered;
  const hasProjects = useProjects((state) => state.projects.length > 0) || !empty;
  const [help, setHelp] = useState(false);
  usePageKeys(HELP_KEYS, { help: () => setHelp(true) });
  return (
    <div className="flex gap-6">
      {hasProjects && <ProjectNav />}
      <div className={`min-w-0 flex-1 ${empty ? 'space-y-6 pt-3 sm:pt-5' : 'space-y-3'}`}>
        <LossNotice />
        <AddBox isLine={!empty} />
        {empty && !uploading && <EmptyLibrary />}
        <ModelNotice />
        <UploadList />
        {hasProjects && <ProjectChoice />}
        {!empty && <ListBar onHelp={() => setHelp(true)} />}
        {!empty && searching && <SearchResults />}
        {!empty && !searching && <RecordingList ids={ids} />}
      </div>
      <ShortcutsDialog groups={LIBRARY_HELP} open={help} onClose={() => setHelp(false)}>
        Click the box beside a recording to select it; Shift-click selects everything in between.
      </ShortcutsDialog>
    </div>
  );
}
