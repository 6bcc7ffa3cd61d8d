import { create } from 'zustand';

const useKept = create<Readonly<Record<string, boolean>>>()(() => ({}));

/** Whether somebody has closed this and need not see it again; this browser keeps that. */
export function useDismissed(key: string): boolean {
  return useKept((state) => state[key] ?? isKept(key));
}

export function dismiss(key: string, gone = true): void {
  useKept.setState({ [key]: gone });
  try {
    if (gone) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Then it is hidden until the page is opened again.
  }
}

function isKept(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
