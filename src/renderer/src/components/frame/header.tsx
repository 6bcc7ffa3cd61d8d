import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import iconUrl from '../../icon.svg';
import { useRoute } from '../../router.ts';
import { useService } from '../../stores/service-store.ts';
import { Link } from '../link.tsx';
import { useScrolledTitle } from './scrolled-title.ts';

const PAGES = [
  ['/', 'Library', 'library'],
  ['/developers', 'Developers', 'developers'],
  ['/settings', 'Settings', 'settings'],
] as const;

export function Header({ children }: { children: ReactNode }) {
  const { page } = useRoute();
  const title = useScrolledTitle((state) => state.title);
  return (
    <header
      data-stays
      className="group sticky top-0 z-10 border-b border-line bg-page short:static"
    >
      <div className="page-width flex h-14 items-center gap-3 sm:gap-6 short:h-10">
        <Link
          href="/"
          className="flex shrink-0 items-center gap-2.5 font-semibold max-xs:group-has-data-sign:hidden"
        >
          <img src={iconUrl} alt="" className="size-6" />
          <span className="max-sm:sr-only">Steno</span>
        </Link>
        <nav
          aria-label="Pages"
          className={`-my-1 flex text-sm py-1 max-sm:overflow-x-auto sm:shrink-0 sm:gap-1 ${title === null ? '' : 'max-md:hidden'}`}
        >
          {PAGES.map(([href, name, of]) => (
            <Link
              key={href}
              href={href}
              aria-current={page === of ? 'page' : undefined}
              className="rounded-md px-2.5 py-1.5 text-soft max-xs:px-2 sm:px-3 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
            >
              {name}
            </Link>
          ))}
        </nav>
        {title !== null && (
          <p aria-hidden dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
            {title}
          </p>
        )}
        <div className="ml-auto flex shrink-0 items-center gap-3 max-xs:gap-1">
          <ConnectionState />
          {children}
        </div>
      </div>
    </header>
  );
}

function ConnectionState() {
  const trouble = useService(({ connection, folderIsThere }) => {
    if (connection === 'lost') return 'Steno is not answering. Trying again…';
    return folderIsThere ? null : 'The data folder is missing. Steno waits for it.';
  });
  const advice = 'Connect its disk, or put the folder back; Steno then goes on by itself.';
  const isFolder = useService(({ connection }) => connection !== 'lost');
  return (
    <div role="status" className="text-sm text-danger">
      {trouble !== null && (
        <p className="flex items-center justify-center gap-2 max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:bg-danger-wash max-lg:px-4 max-lg:py-0.5">
          <Unplug aria-hidden className="size-4 shrink-0" />
          {/* Beside the pages' names there is room for the first sentence only. */}
          <span title={isFolder ? advice : undefined}>
            {trouble}
            {isFolder && <span className="lg:sr-only"> {advice}</span>}
          </span>
        </p>
      )}
    </div>
  );
}
