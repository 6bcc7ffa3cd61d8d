import FlaskConical from 'lucide-react/icons/flask-conical';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { useService } from '../../stores/service-store.ts';

/** Says plainly what the built-in model is, for as long as it is the one in use. */
export function DemoNotice() {
  const demo = useService((state) => state.models?.data.some((m) => m.default && m.demo) ?? false);
  if (!demo) return null;
  return (
    <Notice icon={<FlaskConical aria-hidden />}>
      <p>
        <strong className="font-medium text-ink">Demo model:</strong> it knows only a few hundred
        words. For your own recordings, add a real Whisper model with{' '}
        <code className="font-mono text-[0.8125rem] whitespace-nowrap text-ink">
          steno models add FILE
        </code>
        .{' '}
        <Link href="/developers" className="text-accent underline underline-offset-2">
          How to add a model
        </Link>
      </p>
    </Notice>
  );
}
