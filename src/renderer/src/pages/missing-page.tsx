import { PageHeading } from '../components/frame/page-heading.tsx';
import { Link } from '../components/link.tsx';

export function MissingPage() {
  return (
    <main className="mx-auto max-w-xl px-6 py-16">
      <PageHeading title="Nothing here">There is nothing at this address</PageHeading>
      <p className="mt-2">
        <Link href="/" className="text-accent underline underline-offset-2">
          Go to the library
        </Link>
      </p>
    </main>
  );
}
