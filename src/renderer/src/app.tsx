import { Tooltip } from '@base-ui/react/tooltip';
import { lazy, Suspense, useEffect } from 'react';
import { TranscribeAgainDialog } from './components/dialogs/transcribe-again-dialog.tsx';
import { Header } from './components/frame/header.tsx';
import { RecordingSign } from './components/frame/recording-sign.tsx';
import { Toaster } from './components/frame/toaster.tsx';
import { useLostFocus } from './keys/lost-focus.ts';
import { PlaylistDialog } from './pages/library/add/playlist-dialog.tsx';
import { LibraryPage } from './pages/library/library-page.tsx';
import { MoveDialog } from './pages/library/projects/move-dialog.tsx';
import { QueueButton } from './pages/library/queue-panel.tsx';
import { TrashPage } from './pages/library/trash-page.tsx';
import { MissingPage } from './pages/missing-page.tsx';
import { SignedOutPage } from './pages/signed-out-page.tsx';
import { isSharedCaptions, type Route } from './route.ts';
import { useRoute } from './router.ts';
import { useLibrary } from './stores/library/library-store.ts';
import { useService } from './stores/service-store.ts';

/** Loaded after the first page, so that they open at once, even while the service restarts. */
const PAGES = {
  transcript: () => import('./pages/transcript/transcript-page.tsx'),
  record: () => import('./pages/record/record-page.tsx'),
  project: () => import('./pages/library/projects/project-options-page.tsx'),
  developers: () => import('./pages/developers/developers-page.tsx'),
  settings: () => import('./pages/settings/settings-page.tsx'),
};
const TranscriptPage = lazy(PAGES.transcript);
const RecordPage = lazy(PAGES.record);
const ProjectOptionsPage = lazy(PAGES.project);
const DevelopersPage = lazy(PAGES.developers);
const SettingsPage = lazy(PAGES.settings);
const CaptionsPage = lazy(() => import('./pages/record/captions-page.tsx'));
const SharedCaptionsPage = lazy(() => import('./pages/record/shared-captions-page.tsx'));

export function App() {
  const route = useRoute();
  const signedOut = useService((state) => state.connection === 'signed-out');
  useLostFocus();
  const isShared = isSharedCaptions(route);
  useEffect(() => {
    if (!isShared) void Promise.all(Object.values(PAGES).map((load) => load()));
  }, [isShared]);
  if (signedOut && !isShared) return <SignedOutPage />;
  if (route.page === 'captions')
    return (
      <Tooltip.Provider delay={400}>
        <Suspense>
          {route.code === null ? <CaptionsPage /> : <SharedCaptionsPage code={route.code} />}
        </Suspense>
      </Tooltip.Provider>
    );
  return (
    <Tooltip.Provider delay={400}>
      <Header>
        <RecordingSign />
        <QueueButton />
      </Header>
      <Suspense fallback={<main className="min-h-dvh" />}>
        <Page route={route} />
      </Suspense>
      <PlaylistDialog />
      <TranscribeAgainDialog />
      <MoveDialog />
      <LiveRegion />
      <Toaster />
    </Tooltip.Provider>
  );
}

/** Tells screen readers when a recording is finished or has failed. */
function LiveRegion() {
  const text = useLibrary((state) => state.announcement);
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  );
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'library':
      return <LibraryPage project={route.project} />;
    case 'project':
      return <ProjectOptionsPage key={route.id} {...route} />;
    case 'record':
      return <RecordPage />;
    case 'trash':
      return <TrashPage />;
    case 'transcript':
      return <TranscriptPage key={route.id} {...route} />;
    case 'developers':
      return <DevelopersPage section={route.section} />;
    case 'settings':
      return <SettingsPage section={route.section} />;
    case 'captions':
    case 'missing':
      return <MissingPage />;
  }
}
