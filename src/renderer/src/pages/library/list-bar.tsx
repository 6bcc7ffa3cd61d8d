import { Keyboard, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import { Link } from '../../components/link.tsx';
import { Filters, Order } from './filters.tsx';
import { SearchBox } from './search-box.tsx';

/** Above the recordings, and in view while they scroll where the window is high enough: search, filters and order. */
export function ListBar({ onHelp }: { onHelp: () => void }) {
  return (
    <div
      data-stays
      className="sticky top-14 z-2 -mx-2 -mt-2 mb-1 flex items-center gap-2 bg-page px-2 py-2 short:static"
    >
      <SearchBox />
      <Filters />
      <Order className="w-36 shrink-0 max-sm:hidden" />
      <Link
        href="/trash"
        title="Trash"
        className="inline-flex h-9 shrink-0 items-center gap-2 rounded-lg px-2.5 text-sm text-soft hover:bg-raised hover:text-ink max-sm:-mx-1 [&_svg]:size-4"
      >
        <Trash2 aria-hidden />
        <span className="max-lg:sr-only">Trash</span>
      </Link>
      <div className="max-sm:hidden">
        <IconButton icon={Keyboard} label="Keyboard" tip="Keyboard (?)" onClick={onHelp} />
      </div>
    </div>
  );
}
