import Unplug from 'lucide-react/icons/unplug';
import iconUrl from '../../icon.svg';
import { useRoute } from '../../router.ts';
import { useService } from '../../stores/service-store.ts';
import { Link } from '../link.tsx';
import { useScrolledTitle } from './scrolled-title.ts';

export function Header() {
  const { page } = useRoute();
  const title = useScrolledTitle((state) => state.title);
  return (
    <header data-stays className="sticky top-0 z-10 border-b border-line bg-page">
      <div className="page-width flex h-14 items-center gap-3 sm:gap-6">
        <Link href="/" className="flex shrink-0 items-center gap-2.5 font-semibold">
          <img src={iconUrl} alt="" className="size-6" />
          <span className="max-sm:sr-only">Steno</span>
        </Link>
        <nav
          aria-label="Pages"
          className={`flex shrink-0 text-sm sm:gap-1 ${title === null ? '' : 'max-md:hidden'}`}
        >
          <NavLink href="/" current={page === 'library'}>
            Library
          </NavLink>
          <NavLink href="/developers" current={page === 'developers'}>
            Developers
          </NavLink>
          <NavLink href="/settings" current={page === 'settings'}>
            Settings
          </NavLink>
        </nav>
        {title !== null && (
          <p aria-hidden dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
            {title}
          </p>
        )}
        <ConnectionState />
      </div>
    </header>
  );
}

function NavLink({
  href,
  current,
  children,
}: {
  href: string;
  current: boolean;
  children: string;
}) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className="rounded-md px-2.5 py-1.5 text-soft sm:px-3 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
    >
      {children}
    </Link>
  );
}

function ConnectionState() {
  const trouble = useService(({ connection, folderIsThere }) => {
    if (connection === 'lost') return 'Steno is not answering. Trying again…';
    return folderIsThere ? null : 'The data folder is away. Steno waits until it is back.';
  });
  return (
    <div role="status" className="ml-auto text-sm text-danger">
      {trouble !== null && (
        <p className="flex items-center justify-center gap-2 max-sm:absolute max-sm:inset-x-0 max-sm:top-full max-sm:bg-danger-wash max-sm:py-0.5">
          <Unplug aria-hidden className="size-4 shrink-0" />
          {trouble}
        </p>
      )}
    </div>
  );
}
