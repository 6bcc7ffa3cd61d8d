import './without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Settings } from '../../shared/settings.ts';
import { App } from './app.tsx';
import { keepConnected } from './keep-connected.ts';
import { useLinks } from './pages/library/add/link-store.ts';
import { isSharedCaptions, toRoute } from './route.ts';
import { navigate } from './router.ts';
import { useSettings } from './stores/settings-store.ts';
import { toasts } from './stores/toasts.ts';
import { ignoreStrayPresses } from './stray-presses.ts';
import './styles/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

followAppearance();
ignoreStrayPresses();
if (!isSharedCaptions(toRoute(location.pathname))) {
  void keepConnected();
  followDesktopApp();
}
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** Shows the window in its last appearance, and then as the settings say. */
function followAppearance(): void {
  const KEY = 'appearance';
  const before = Settings.shape.appearance.safeParse(localStorage.getItem(KEY));
  if (before.success) show(before.data);
  useSettings.subscribe(({ settings }) => {
    if (settings === null) return;
    show(settings.appearance);
    localStorage.setItem(KEY, settings.appearance);
  });
}

/** The style sheet follows this mark, and the system where there is none. */
function show(appearance: Settings['appearance']): void {
  document.documentElement.dataset['appearance'] = appearance;
}

/** In the desktop app: follows its menus, notifications and links, and says where saved files are. */
function followDesktopApp(): void {
  if (!window.steno) return;
  window.steno.onOpen(({ path, link }) => {
    navigate(path);
    if (link) useLinks.offer(link);
  });
  // A browser shows its downloads itself.
  window.steno.onFileSaved(({ id, name }) => {
    toasts.add({
      title: `Saved ${name}`,
      actionProps: {
        children: 'Show in folder',
        onClick: () => void window.steno?.showSavedFile(id),
      },
    });
  });
  void window.steno.ready();
}
