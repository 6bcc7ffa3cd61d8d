import { create } from 'zustand';
import { toRoute } from '../../route.ts';
import { useExport } from '../../stores/transcript/export-store.ts';

type DialogName = 'conflicts' | 'export' | 'help' | 'original' | 'contents';

export const useDialog = create<{ open: DialogName | null }>()(() => ({ open: null }));

export const openDialog = (open: DialogName | null): void => useDialog.setState({ open });

/** With the formats of what is looked at. */
export function openExport(): void {
  const route = toRoute(location.pathname + location.search);
  useExport.begin(route.page === 'transcript' && route.view === 'subtitles');
  openDialog('export');
}
