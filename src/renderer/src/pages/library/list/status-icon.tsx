import AudioLines from 'lucide-react/icons/audio-lines';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Clock from 'lucide-react/icons/clock';
import type { TranscriptionSummary } from '../../../../../shared/transcription/transcription.ts';
import { statusText } from '../../../text/stages.ts';

/** The state of a recording as one still picture, which costs no processor time; screen readers hear the words. */
export function StatusIcon({ item }: { item: TranscriptionSummary }) {
  return (
    <span className="[&_svg]:size-5">
      <Picture item={item} />
      <span className="sr-only">{statusText(item)}</span>
    </span>
  );
}

function Picture({ item }: { item: TranscriptionSummary }) {
  switch (item.status) {
    case 'queued':
      return <Clock aria-hidden className="text-soft" />;
    case 'processing':
      return <AudioLines aria-hidden className="text-accent" />;
    case 'completed':
      return <CircleCheck aria-hidden className="text-accent" />;
    case 'failed':
      return item.error?.code === 'canceled' ? (
        <CircleSlash aria-hidden className="text-soft" />
      ) : (
        <CircleAlert aria-hidden className="text-danger" />
      );
  }
}
