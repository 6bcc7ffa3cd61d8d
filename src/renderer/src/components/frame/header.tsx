import Unplug from 'lucide-react/icons/unplug';
import iconUrl from '../../icon.svg';
import { useRoute } from '../../router.ts';
import { useService } from '../../stores/service-store.ts';
import { Link } from '../link.tsx';

export function Header() {
  const { page } = useRoute();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-page">
      <div className="mx-auto flex h-14 max-w-5xl items-center gap-3 px-4 sm:gap-6 sm:px-6">
        <span className="flex items-center gap-2.5 font-semibold">
          <img src={iconUrl} alt="" className="size-6" />
          Steno
        </span>
        <nav aria-label="Pages" className="flex text-sm sm:gap-1">
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
  const lost = useService((state) => state.connection === 'lost');
  return (
    <div role="status" className="ml-auto text-sm text-danger">
      {lost && (
        <p className="flex items-center justify-center gap-2 max-sm:absolute max-sm:inset-x-0 max-sm:top-full max-sm:bg-danger-wash max-sm:py-0.5">
          <Unplug aria-hidden className="size-4 shrink-0" />
          Steno is not answering. Trying again…
        </p>
      )}
    </div>
  );
}
