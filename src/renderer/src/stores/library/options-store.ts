import { create } from 'zustand';
import {
  NO_OPTIONS,
  RecordingOptions,
  toWishes,
  type Wishes,
} from '../../text/recording-options.ts';
import { useService } from '../service-store.ts';
import { useSettings } from '../settings-store.ts';

const KEY = 'options';

type OptionsStore = {
  options: RecordingOptions;
  /** Whether they are shown beside the box for links. */
  open: boolean;
  toggle: () => void;
  change: (part: Partial<RecordingOptions>) => void;
  clear: () => void;
};

/** How new recordings are transcribed. Kept in this browser. */
export const useOptions = create<OptionsStore>()((set, get) => ({
  options: remembered(),
  open: false,
  toggle: () => set(({ open }) => ({ open: !open })),
  change: (part) => {
    const options = { ...get().options, ...part };
    set({ options });
    localStorage.setItem(KEY, JSON.stringify(options));
  },
  clear: () => get().change(NO_OPTIONS),
}));

/** The options to send with a new recording, beyond what the service takes from the settings itself. */
export function currentWishes(): Wishes {
  const { settings } = useSettings.getState();
  const models = useService.getState().models?.data ?? [];
  return {
    ...toWishes(useOptions.getState().options, models, settings),
    ...(settings && { speaker_recognition: settings.speaker_recognition }),
  };
}

function remembered(): RecordingOptions {
  try {
    return RecordingOptions.catch(NO_OPTIONS).parse(
      JSON.parse(localStorage.getItem(KEY) ?? 'null'),
    );
  } catch {
    return NO_OPTIONS;
  }
}
