import { type TimeSpan, toMs } from '../../../../../shared/time.ts';
import { createStore } from '../../../stores/create-store.ts';

export const RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];

const INITIAL = {
  /** `null` if no recording was kept: then the time is only a place in the text. */
  element: null as HTMLMediaElement | null,
  playing: false,
  timeMs: 0,
  rate: 1,
  /** The part that is repeated. */
  loop: null as TimeSpan | null,
  /** Whether the text scrolls with the sound. */
  following: true,
  /** How often the user has jumped elsewhere; the text follows. */
  seeks: 0,
};

export const usePlayer = createStore(INITIAL, (set, get) => ({
  attach: (element: HTMLMediaElement | null) => {
    if (element) element.playbackRate = get().rate;
    set({ element, playing: false, timeMs: 0, loop: null, following: true });
  },

  /** Takes over the state of the media element. */
  sync: () => {
    const { element, loop } = get();
    if (!element) return;
    const timeMs = toMs(element.currentTime);
    if (loop && !element.paused && timeMs >= loop.endMs) element.currentTime = loop.startMs / 1000;
    else set({ timeMs, playing: !element.paused });
  },

  toggle: (): void => {
    const { element } = get();
    if (element?.paused) usePlayer.play();
    else element?.pause();
  },

  play: () => {
    // A newer jump or pause may interrupt it, which is not an error.
    get()
      .element?.play()
      .catch(() => {});
    set({ following: true });
  },

  seek: (ms: number) => {
    const { element, loop } = get();
    const end = element && Number.isFinite(element.duration) ? element.duration * 1000 : ms;
    const timeMs = Math.min(Math.max(0, ms), end);
    if (element) element.currentTime = timeMs / 1000;
    const leaves = loop && (timeMs < loop.startMs || timeMs > loop.endMs);
    set(({ seeks }) => ({
      timeMs,
      following: true,
      seeks: seeks + 1,
      ...(leaves && { loop: null }),
    }));
  },

  skip: (ms: number): void => usePlayer.seek(get().timeMs + ms),

  setRate: (rate: number) => {
    const { element } = get();
    if (element) element.playbackRate = rate;
    set({ rate });
  },

  stepRate: (step: 1 | -1): void => {
    const { rate } = get();
    const at = RATES.indexOf(rate);
    usePlayer.setRate(RATES[Math.min(Math.max(at + step, 0), RATES.length - 1)] ?? 1);
  },

  setLoop: (loop: TimeSpan | null): void => {
    set({ loop });
    if (loop) usePlayer.seek(loop.startMs);
  },

  setFollowing: (following: boolean) => set({ following }),
}));
