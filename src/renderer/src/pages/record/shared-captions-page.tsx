import { useEffect, useState } from 'react';
import { CAPTION_SEGMENTS, type CaptionsEvent } from '../../../../shared/captions.ts';
import { ApiError } from '../../../../shared/client.ts';
import { client } from '../../api/client.ts';
import { CaptionsView } from './captions-view.tsx';

const AGAIN_MS = 2000;
/** Where there are too many, somebody has to leave first. */
const FULL_AGAIN_MS = 10_000;

type State = 'live' | 'lost' | 'over' | { refused: string; isFinal: boolean };
type Text = Pick<CaptionsEvent, 'segments' | 'provisional'>;

/** What somebody with a link sees: nothing but the text, which is followed until the recording ends. */
export default function SharedCaptionsPage({ code }: { code: string }) {
  const { text, state } = useCaptions(code);
  useAwakeScreen();
  if (typeof state === 'object') return <CaptionsView text={null} note={state.refused} />;
  const trouble = TROUBLES[state];
  return <CaptionsView text={text} note={trouble ?? 'Listening…'} trouble={trouble} />;
}

const TROUBLES = {
  live: null,
  lost: 'The connection was lost. Trying again…',
  over: 'The recording has ended.',
} as const;

function useCaptions(code: string): { text: Text; state: State } {
  const [text, setText] = useState<Text>({ segments: [], provisional: [] });
  const [state, setState] = useState<State>('live');
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const take = ({ from, segments, provisional }: CaptionsEvent) =>
      setText((before) => {
        const kept = before.segments.filter(({ id }) => id < from);
        return { provisional, segments: [...kept, ...segments].slice(-CAPTION_SEGMENTS) };
      });
    /** How it ended; what is not final is tried again. */
    const follow = async (): Promise<State> => {
      try {
        for await (const news of client.captions(code, signal, () => setState('live'))) {
          if (news.over) return 'over';
          take(news);
        }
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) return 'lost';
        const { code, message: refused } = thrown;
        if (code === 'not_found') return { refused, isFinal: true };
        if (code === 'rate_limited') return { refused, isFinal: false };
      }
      return 'lost';
    };
    const keepFollowing = async (): Promise<void> => {
      for (;;) {
        const end = await follow();
        if (signal.aborted) return;
        setState(end);
        if (end === 'over' || (typeof end === 'object' && end.isFinal)) return;
        const pause = end === 'lost' ? AGAIN_MS : FULL_AGAIN_MS;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    };
    void keepFollowing();
    return () => leaving.abort();
  }, [code]);
  return { text, state };
}

/** Keeps the screen on while the page is in view. Browsers allow it over HTTPS, and at an address of this computer. */
function useAwakeScreen(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const stayAwake = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      const lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (signal.aborted) return void lock?.release();
      signal.addEventListener('abort', () => void lock?.release(), { once: true });
    };
    document.addEventListener('visibilitychange', () => void stayAwake(), { signal });
    void stayAwake();
    return () => leaving.abort();
  }, []);
}
