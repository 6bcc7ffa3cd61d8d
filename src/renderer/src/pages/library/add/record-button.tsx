import { Mic } from 'lucide-react';
import { buttonClass } from '../../../components/button.tsx';
import { Link } from '../../../components/link.tsx';

/** Leads to the recorder. */
export function RecordButton({ isLine }: { isLine: boolean }) {
  return (
    <Link
      href="/record"
      title={isLine ? 'Record' : undefined}
      className={`${buttonClass('plain')} ${isLine ? 'max-md:px-2.5' : 'max-sm:flex-1'}`}
    >
      <Mic aria-hidden />
      <span className={isLine ? 'max-md:sr-only' : ''}>Record</span>
    </Link>
  );
}
