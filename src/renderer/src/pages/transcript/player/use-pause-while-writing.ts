import { useEffect } from 'react';
import { DEFAULT_SETTINGS } from '../../../../../shared/settings.ts';
import { listen } from '../../../listen.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';

/** So much is played again afterwards. */
const LEAD_MS = 1500;

/** The sound rests while the user writes, and goes on a little earlier when it was playing before. */
export function usePauseWhileWriting(): void {
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
