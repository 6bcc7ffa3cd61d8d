import { powerSaveBlocker } from 'electron';

/** Keeps the computer from falling asleep over a recording; its screen may go dark. */
export function createWakefulness() {
  let blocker: number | null = null;
  return (working: boolean): void => {
    if (working) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
