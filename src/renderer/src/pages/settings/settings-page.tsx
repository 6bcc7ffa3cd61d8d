import { PageHeading } from '../../components/frame/page-heading.tsx';
import { Link } from '../../components/link.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { MissingPage } from '../missing-page.tsx';
import { SECTIONS } from './sections.ts';

/** The sections in a list at the side, the open one beside it. */
export default function SettingsPage({ section }: { section: string }) {
  const known = useSettings((state) => state.settings !== null);
  const open = section === '' ? SECTIONS[0] : SECTIONS.find(({ name }) => name === section);
  if (!open) return <MissingPage />;
  return (
    <main className="mx-auto flex max-w-5xl gap-x-10 gap-y-6 px-4 py-6 max-sm:flex-col sm:px-6 sm:py-8">
      <div className="shrink-0 sm:w-40">
        <nav
          aria-label="Settings"
          className="top-22 flex gap-1 text-sm max-sm:flex-wrap sm:sticky sm:flex-col"
        >
          {SECTIONS.map(({ name, title }) => (
            <Link
              key={name}
              href={`/settings/${name}`}
              aria-current={open.name === name ? 'page' : undefined}
              className="rounded-md px-3 py-1.5 text-soft hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          ))}
        </nav>
      </div>
      <div className="min-h-dvh min-w-0 flex-1 space-y-8">
        <PageHeading key={open.name} title={`${open.title} – Settings`}>
          {open.title}
        </PageHeading>
        {known && <open.Content />}
      </div>
    </main>
  );
}
