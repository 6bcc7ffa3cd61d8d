import { useEffect } from 'react';
import { usePlayer } from '../../../stores/transcript/player-store.ts';

/** Whoever scrolls by hand is not pulled back to what is heard. */
export function useStopFollowing(): void {
  const setFollowing = usePlayer((state) => state.setFollowing);
  useEffect(() => {
    const stop = () => setFollowing(false);
    window.addEventListener('wheel', stop, { passive: true });
    window.addEventListener('touchmove', stop, { passive: true });
    return () => {
      window.removeEventListener('wheel', stop);
      window.removeEventListener('touchmove', stop);
    };
  }, [setFollowing]);
}
