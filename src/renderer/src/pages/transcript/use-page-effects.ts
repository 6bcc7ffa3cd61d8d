import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { buildDocument } from '../../../../shared/exports/document.ts';
import { lineStyle } from '../../../../shared/exports/printed-lines.ts';
import { PRINT_STYLE, writePrinted } from '../../../../shared/exports/printed-page.ts';
import { inWording } from '../../../../shared/exports/wording.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/settings.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { isField } from '../../keys/page-keys.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { useEdits } from '../../stores/transcript/edit-store.ts';
import { useExport } from '../../stores/transcript/export-store.ts';
import { useFind } from '../../stores/transcript/find-store.ts';
import { usePlayer } from '../../stores/transcript/player-store.ts';
import { usePlaced } from './highlights/placed-highlights.ts';

/** What goes on as long as the page of a finished transcript is open. */
export function usePageEffects(id: string): void {
  useLeaving(id);
  usePauseWhileWriting();
  useStopFollowing();
}

/** What an earlier page left unsaved is stored first; edits are stored even if the user leaves at once. */
function useLeaving(id: string): void {
  useEffect(() => {
    void useEdits.getState().enter(id);
    const leave = () => {
      useEdits.getState().leave();
      useFind.getState().close();
      useFind.getState().setDoubt(null);
    };
    const store = () => void useEdits.getState().save({ keepalive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      leave();
    };
  }, [id]);
}

/** Goes to the moment the page's address names, when it opens and whenever another one is named. */
export function useMoment(at: number | null, onMoment: (ms: number) => void): void {
  const go = useEffectEvent(onMoment);
  useEffect(() => {
    if (at !== null) go(at * 1000);
  }, [at]);
}

/** Each view keeps its place: one that was left is where it was, and one that was not seen yet begins at its top. */
export function useTabPlaces(tab: string, views: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, number>());
  const shown = useRef(tab);

  useLayoutEffect(() => {
    const remember = () => places.current.set(shown.current, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
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

/** Nothing of the window is printed, and nothing of this is seen on the screen. */
const STYLE = `${PRINT_STYLE}
#printed{display:none}
@media print{body>:not(#printed){display:none!important}#printed{display:block}html,body{background:white!important}}
`;

/** Printing the page puts the whole transcript on paper, in the look of the PDF. */
export function usePrinting(transcription: Transcription): void {
  const write = useEffectEvent(() => {
    const { choice } = useExport.getState();
    const { highlights } = usePlaced.getState();
    const marking = {
      highlights: choice.highlights === 'include' ? highlights : [],
      segments: transcription.result?.segments ?? [],
      only: false,
    };
    const read = inWording(transcription, choice.wording);
    const document = buildDocument(read, choice, true, marking);
    return {
      page: writePrinted(document, transcription.language),
      look: STYLE + lineStyle(document, choice.paper),
    };
  });
  useEffect(() => {
    const printed = document.createElement('div');
    printed.id = 'printed';
    const style = document.createElement('style');
    const begin = () => {
      const { page, look } = write();
      printed.innerHTML = page;
      style.textContent = look;
      document.head.append(style);
      document.body.append(printed);
    };
    const end = () => {
      printed.replaceChildren();
      printed.remove();
      style.remove();
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      end();
    };
  }, []);
}

/** So much is played again afterwards. */
const LEAD_MS = 1500;

/** The sound rests while the user writes, and goes on a little earlier when it was playing before. */
function usePauseWhileWriting(): void {
  useEffect(() => {
    let goesOn = false;
    const pause = () => {
      const { settings } = useSettings.getState();
      const { playing, element } = usePlayer.getState();
      if (!playing || !(settings ?? DEFAULT_SETTINGS).pause_while_writing) return;
      goesOn = true;
      element?.pause();
    };
    const resume = () => {
      const { seek, timeMs, play, playing } = usePlayer.getState();
      if (!goesOn || playing) return;
      goesOn = false;
      seek(timeMs - LEAD_MS);
      play();
    };
    // Writing goes on where the next sentence is opened at once.
    const unsubscribe = useEdits.subscribe(({ editing }, before) => {
      if (editing && !before.editing) pause();
      if (!editing && before.editing) setTimeout(() => !useEdits.getState().editing && resume());
    });
    const onInput = () => {
      if (useEdits.getState().editing) pause();
    };
    document.addEventListener('input', onInput);
    return () => {
      unsubscribe();
      document.removeEventListener('input', onInput);
    };
  }, []);
}

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/** A user who scrolls by hand is not pulled back to what plays. */
function useStopFollowing(): void {
  const setFollowing = usePlayer((state) => state.setFollowing);
  useEffect(() => {
    const stop = () => setFollowing(false);
    window.addEventListener('wheel', stop, { passive: true });
    window.addEventListener('touchmove', stop, { passive: true });
    const onKeyDown = ({ key, target }: KeyboardEvent) =>
      SCROLL_KEYS.has(key) && !isField(target) && stop();
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
