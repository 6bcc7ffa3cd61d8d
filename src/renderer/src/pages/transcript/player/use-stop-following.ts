import { useEffect } from 'react';
import { usePlayer } from '../../../stores/transcript/player-store.ts';

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/** Whoever scrolls by hand is not pulled back to what is heard. */
export function useStopFollowing(): void {
  const setFollowing = usePlayer((state) => state.setFollowing);
  useEffect(() => {
    const stop = () => setFollowing(false);
    window.addEventListener('wheel', stop, { passive: true });
    window.addEventListener('touchmove', stop, { passive: true });
    const onKeyDown = ({ key }: KeyboardEvent) => SCROLL_KEYS.has(key) && stop();
    // Pressed on the scroll bar, and so on nothing of the page.
    const onPointerDown = ({ target }: PointerEvent) =>
      target === document.documentElement && stop();
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('pointerdown', onPointerDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('wheel', stop);
      window.removeEventListener('touchmove', stop);
    };
  }, [setFollowing]);
}
