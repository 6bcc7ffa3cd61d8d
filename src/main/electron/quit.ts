import type { App } from 'electron';
import { onStopSignal } from '../stop-signals.ts';

/**
 * Holds back the end of the program until the core has put its work away, also when a signal asks for it: Electron
 * itself would let a second one, such as Ctrl-C by way of "npm start", end it at once. Called when the app is ready.
 */
export function stopBeforeQuit(app: App, stop: () => Promise<void>): void {
  onStopSignal(() => app.quit());
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    void stop().finally(() => {
      state = 'stopped';
      app.quit();
    });
  });
}
