import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import {
  type PageSection,
  SECTION_LINK,
  SectionPage,
} from '../../components/frame/section-page.tsx';
import { useApiKeys } from '../../stores/api-key-store.ts';
import { MissingPage } from '../missing-page.tsx';
import { Agents } from './agents.tsx';
import { ApiExample } from './api-example.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Usage } from './usage.tsx';
import { Webhooks } from './webhooks.tsx';

/** In the order of the list beside them; the first opens by itself. */
const SECTIONS: readonly [PageSection, ...PageSection[]] = [
  { name: 'keys', title: 'API keys', Content: ApiKeys },
  { name: 'requests', title: 'Requests', Content: ApiExample },
  { name: 'webhooks', title: 'Webhooks', Content: Webhooks },
  { name: 'usage', title: 'Usage', Content: Usage },
  { name: 'agents', title: 'Coding agents', Content: Agents },
];

/** What scripts can do: everything this window does, over HTTP. */
export default function DevelopersPage({ section }: { section: string }) {
  // Until then the examples of all sections contain the new key.
  useEffect(() => useApiKeys.forgetCreated, []);
  const open = section === '' ? SECTIONS[0] : SECTIONS.find(({ name }) => name === section);
  if (!open) return <MissingPage />;
  return <SectionPage title="Developers" sections={SECTIONS} open={open} more={<Reference />} />;
}

function Reference() {
  return (
    <a
      href="/docs"
      target="_blank"
      rel="noreferrer"
      className={`flex items-center gap-1.5 ${SECTION_LINK}`}
    >
      Reference
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}
