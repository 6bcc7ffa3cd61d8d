import { useLive } from '../../stores/recorder/live-store.ts';
import { CaptionsView } from './captions-view.tsx';
import { useLiveText } from './live-words.tsx';

/** A window of its own: the last lines of what is being recorded, in large letters. */
export default function CaptionsPage() {
  const id = useLive(({ recordings }) => recordings[0]?.id);
  if (id === undefined) return <CaptionsView text={null} note="Nothing is being recorded." />;
  return <Followed id={id} />;
}

function Followed({ id }: { id: string }) {
  return <CaptionsView text={useLiveText(id) ?? null} note="Listening…" />;
}
