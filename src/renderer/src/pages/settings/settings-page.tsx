import { SectionPage } from '../../components/frame/section-page.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { MissingPage } from '../missing-page.tsx';
import { SECTIONS } from './sections.ts';

export default function SettingsPage({ section }: { section: string }) {
  const known = useSettings((state) => state.settings !== null);
  const open = section === '' ? SECTIONS[0] : SECTIONS.find(({ name }) => name === section);
  if (!open) return <MissingPage />;
  return <SectionPage title="Settings" sections={SECTIONS} open={open} ready={known} />;
}
