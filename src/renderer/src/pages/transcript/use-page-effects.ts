import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isField } from '../../keys/page-keys.ts';
import { listen } from '../../listen.ts';
import { useEdits } from '../../stores/transcript/edit-store.ts';
import { useFind } from '../../stores/transcript/find-store.ts';
import { usePlayer } from '../../stores/transcript/player-store.ts';
import { openDialog } from './open-dialog.ts';
import { usePauseWhileWriting } from './player/use-pause-while-writing.ts';
import { goToMoment } from './reading/go-to-text.ts';

/** What goes on as long as the page of a finished transcript is open. */
export function usePageEffects(id: string): void {
  useLeaving(id);
  usePauseWhileWriting();
  useStopFollowing();
}

/** What an earlier page left unsaved is stored first; edits are stored even if the user leaves at once. */
function useLeaving(id: string): void {
  useEffect(() => {
    void useEdits.enter(id);
    const leave = () => {
      useEdits.leave();
      openDialog(null);
      useFind.close();
      useFind.setDoubt(null);
    };
    const store = () => void useEdits.save({ keepalive: true });
    const stop = listen(window, { pagehide: store });
    return () => {
      stop();
      leave();
    };
  }, [id]);
}

/** Goes to the moment the page's address names, when it opens and whenever another one is named. */
export function useMoment(at: number | null): void {
  useEffect(() => {
    if (at !== null) goToMoment(at * 1000);
  }, [at]);
}

/** Each view keeps its place: one that was left is where it was, and one that was not seen yet begins at its top. */
export function useTabPlaces(tab: string, views: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, number>());
  const shown = useRef(tab);

  useLayoutEffect(() => {
    const remember = () => places.current.set(shown.current, window.scrollY);
    return listen(window, { scroll: remember }, { passive: true });
  }, []);

  useLayoutEffect(() => {
    const element = views.current;
    if (shown.current === tab || !element) return;
    shown.current = tab;
    const place = places.current.get(tab);
    if (place !== undefined) {
      // Browsers have begun to give a promise here, which React would take for what undoes the effect.
      window.scrollTo(0, place);
      return;
    }
    // What stays above the views is the element's scroll margin; where they are all in view nothing moves.
    const room = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
    if (element.getBoundingClientRect().top < room) element.scrollIntoView();
  }, [tab, views]);
}

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/** A user who scrolls by hand is not pulled back to what plays. */
function useStopFollowing(): void {
  useEffect(() => {
    const stop = () => usePlayer.setFollowing(false);
    return listen(
      window,
      {
        wheel: stop,
        touchmove: stop,
        keydown: ({ key, target }) => SCROLL_KEYS.has(key) && !isField(target) && stop(),
        // Pressed on the scroll bar, and so on nothing of the page.
        pointerdown: ({ target }) => target === document.documentElement && stop(),
      },
      { passive: true },
    );
  }, []);
}
