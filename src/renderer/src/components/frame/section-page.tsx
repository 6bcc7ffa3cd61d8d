import type { ComponentType, ReactNode } from 'react';
import { Link } from '../link.tsx';
import { PageHeading } from './page-heading.tsx';

export type PageSection = {
  /** The last part of its address. */
  name: string;
  title: string;
  Content: ComponentType;
};

type SectionPageProps = {
  title: string;
  /** Where the sections are, if not at an address named after the title. */
  path?: string;
  sections: readonly PageSection[];
  open: PageSection;
  /** What else leads away from here, below the sections. */
  more?: ReactNode;
  /** Shown once it is ready; else the heading alone. */
  ready?: boolean;
};

/** A page of sections: their list at the side, and the open one next to it. */
export function SectionPage(props: SectionPageProps) {
  const { title, sections, open, more, ready = true } = props;
  const { path = `/${title.toLowerCase()}` } = props;
  return (
    <main className="page-width flex gap-x-10 gap-y-6 py-6 max-sm:flex-col sm:py-8">
      <div className="shrink-0 sm:w-40">
        <nav
          aria-label={title}
          className="top-22 flex gap-1 text-sm max-sm:flex-wrap sm:sticky sm:flex-col"
        >
          {sections.map((section) => (
            <Link
              key={section.name}
              href={`${path}/${section.name}`}
              aria-current={open.name === section.name ? 'page' : undefined}
              className={SECTION_LINK}
            >
              {section.title}
            </Link>
          ))}
          {more}
        </nav>
      </div>
      <div className="min-h-dvh min-w-0 max-w-4xl flex-1 space-y-8">
        <PageHeading key={open.name} title={`${open.title} – ${title}`}>
          {open.title}
        </PageHeading>
        {ready && <open.Content />}
      </div>
    </main>
  );
}

/** The classes of an entry in the list at the side. */
export const SECTION_LINK =
  'rounded-md px-3 py-1.5 text-soft hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink';
