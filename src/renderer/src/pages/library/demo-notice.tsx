import FlaskConical from 'lucide-react/icons/flask-conical';
import { Notice } from '../../components/notice.tsx';
import { useService } from '../../stores/service-store.ts';
import { ModelOffer } from './model-offer.tsx';

/** Says plainly what the built-in model is, for as long as it is the one in use, and offers a real one. */
export function DemoNotice() {
  const demo = useService((state) => state.models?.data.some((m) => m.default && m.demo) ?? false);
  if (!demo) return null;
  return (
    <Notice icon={<FlaskConical aria-hidden />}>
      <p>
        <strong className="font-medium text-ink">Demo model:</strong> it knows only a few hundred
        words, enough for the sample. For your own recordings, get a real model.
      </p>
      <ModelOffer />
    </Notice>
  );
}
