import { useState } from 'react';
import type { LiveRecording } from '../../../../shared/recordings.ts';
import { useLive } from '../../stores/recorder/live-store.ts';
import { useService } from '../../stores/service-store.ts';
import { lateText } from '../../text/late-text.ts';
import { CaptionsView } from './captions-view.tsx';
import { useLiveText } from './live-words.tsx';

/** A window of its own: the last lines of what is being recorded, in large letters. */
export default function CaptionsPage() {
  const id = useFollowed();
  if (id === null) return <CaptionsView text={null} note="Nothing is being recorded." />;
  return <Followed key={id} id={id} />;
}

/** The recording whose captions were opened, else the newest; another only when there is one and that is over. */
function useFollowed(): string | null {
  const recordings = useLive((state) => state.recordings);
  const [id, setId] = useState<string | null>(null);
  const asked = new URLSearchParams(location.search).get('of');
  const wanted = recordings.find((one) => one.id === asked) ?? recordings[0];
  if (wanted && !recordings.some((one) => one.id === id)) setId(wanted.id);
  return id;
}

function Followed({ id }: { id: string }) {
  const text = useLiveText(id) ?? null;
  const status = useLive(({ recordings }) => recordings.find((one) => one.id === id)?.status);
  const isLost = useService(({ connection }) => connection === 'lost');
  const state = isLost ? 'Steno is not answering. Trying again…' : STATES[status ?? 'finished'];
  const trouble = state ?? lateText(text);
  return <CaptionsView text={text} note={trouble ?? 'Listening…'} trouble={trouble} />;
}

const STATES: Record<LiveRecording['status'], string | null> = {
  recording: null,
  paused: 'The recording is paused.',
  finishing: 'The recording has ended.',
  finished: 'The recording has ended.',
};
