import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { DEFAULT_SETTINGS } from '../../../../shared/settings.ts';
import { listen } from '../../event-listeners.ts';
import { isField } from '../../keys/page-keys.ts';
import type { TranscriptView } from '../../route.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { toasts } from '../../stores/toasts.ts';
import { segmentsShown, useEdits } from '../../stores/transcript/edit-store.ts';
import { useTranslations } from '../../stores/transcript/translation-store.ts';
import { goneText, type NamedStep } from '../../text/step-name.ts';
import { useMediaExports } from './clips/media-export-store.ts';
import { useFind } from './find/find-store.ts';
import { useOpened } from './highlights/mark-words.ts';
import { openDialog } from './open-dialog.ts';
import { usePlayer } from './player/player-store.ts';
import { goToMoment, goToView, showSegment } from './reading/go-to-text.ts';
import { segmentAt } from './reading/words-at.ts';
import { useSpeakerQuestions } from './speakers/assign-speaker.ts';
import { useAsked } from './speakers/open-name-field.ts';
import { useRetiming } from './subtitles/retiming-store.ts';

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
      closeAll();
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

/** What was asked here must not be answered on the page of another recording. */
function closeAll(): void {
  openDialog(null);
  useMediaExports.ask(null);
  useSpeakerQuestions.forget();
  useAsked.setState({ asked: null });
  useOpened.setState({ opened: null });
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

/** What was undone or redone is brought into view, on its own tab; what has no place is said. */
export function useGoneStep(tab: TranscriptView): void {
  const gone = useEdits((state) => state.gone);
  const show = useEffectEvent(() => {
    if (!gone) return;
    const { kind, about } = gone;
    if (kind.startsWith('cue')) {
      goToView('subtitles');
      useRetiming.seek((about?.start ?? 0) * 1000);
      void useTranslations.show(null);
    } else if (about?.start == null || (isMerge(about) && tab !== 'read' && tab !== 'speakers')) {
      toasts.add({ id: 'gone', title: goneText(gone), timeout: 4000 });
    } else if (tab !== 'speakers' || kind !== 'speaker') {
      showSegment(segmentAt(segmentsShown(), about.start * 1000)?.id ?? 0);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is what leads there.
  useEffect(() => show(), [gone]);
}

/** All that a speaker says is in no one place. */
const isMerge = ({ name, of }: NonNullable<NamedStep['about']>) => name !== null && of !== null;

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
      const { timeMs, playing } = usePlayer.getState();
      if (!goesOn || playing) return;
      goesOn = false;
      usePlayer.seek(timeMs - LEAD_MS);
      usePlayer.play();
    };
    // Writing goes on where the next sentence is opened at once.
    const unsubscribe = useEdits.subscribe(({ editing }, before) => {
      if (editing && !before.editing) pause();
      if (!editing && before.editing) setTimeout(() => !useEdits.getState().editing && resume());
    });
    const onInput = () => {
      if (useEdits.getState().editing) pause();
    };
    const stop = listen(document, { input: onInput });
    return () => {
      unsubscribe();
      stop();
    };
  }, []);
}
