import { Settings } from '../../shared/settings.ts';
import { useSettings } from './stores/settings-store.ts';

const KEY = 'appearance';
const { appearance: Appearance } = Settings.shape;

/** Shows the window in its last appearance, and then as the settings say. */
export function followAppearance(): void {
  const before = Appearance.safeParse(localStorage.getItem(KEY));
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
