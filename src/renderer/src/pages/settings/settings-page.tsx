import { type PageSection, SectionPage } from '../../components/frame/section-page.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { MissingPage } from '../missing-page.tsx';
import { AutomaticExportSection } from './automatic-export-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { LinksSection } from './links-section.tsx';
import { LlmSection } from './llm-section.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SpeakersSection } from './speakers-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { VocabularySection } from './vocabulary/vocabulary-section.tsx';
import { WatchFolderSection } from './watch-folder-section.tsx';

/** In the order of the list beside them; the first opens by itself. */
const SECTIONS: readonly [PageSection, ...PageSection[]] = [
  { name: 'general', title: 'General', Content: GeneralSection },
  { name: 'models', title: 'Models', Content: ModelsSection },
  { name: 'vocabulary', title: 'Vocabulary', Content: VocabularySection },
  { name: 'language-model', title: 'Language model', Content: LlmSection },
  { name: 'speakers', title: 'Speakers', Content: SpeakersSection },
  { name: 'links', title: 'Links', Content: LinksSection },
  { name: 'watch-folder', title: 'Watch folder', Content: WatchFolderSection },
  { name: 'automatic-export', title: 'Automatic export', Content: AutomaticExportSection },
  { name: 'storage', title: 'Storage', Content: StorageSection },
  { name: 'sign-in', title: 'Sign-in', Content: SessionsSection },
];

export default function SettingsPage({ section }: { section: string }) {
  const known = useSettings((state) => state.settings !== null);
  const open = section === '' ? SECTIONS[0] : SECTIONS.find(({ name }) => name === section);
  if (!open) return <MissingPage />;
  return <SectionPage title="Settings" sections={SECTIONS} open={open} ready={known} />;
}
