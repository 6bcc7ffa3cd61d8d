import { PageHeading } from '../../components/frame/page-heading.tsx';
import { Agents } from './agents.tsx';
import { ApiExample } from './api-example.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Usage } from './usage.tsx';
import { Webhooks } from './webhooks.tsx';

export default function DevelopersPage() {
  return (
    <main className="mx-auto max-w-3xl space-y-10 px-4 py-6 sm:px-6 sm:py-8">
      <div className="space-y-1">
        <PageHeading title="Developers">Developers</PageHeading>
        <p className="text-soft">Everything this window does, scripts can do over HTTP.</p>
      </div>
      <ApiExample />
      <ApiKeys />
      <Usage />
      <Webhooks />
      <Agents />
    </main>
  );
}
