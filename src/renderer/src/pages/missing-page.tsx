import { PageHeading } from '../components/frame/page-heading.tsx';
import { TextLink } from '../components/link.tsx';

export function MissingPage() {
  return (
    <main className="mx-auto max-w-xl px-6 py-16">
      <PageHeading title="Nothing here">There is nothing at this address</PageHeading>
      <p className="mt-2">
        <TextLink href="/">Go to the library</TextLink>
      </p>
    </main>
  );
}
