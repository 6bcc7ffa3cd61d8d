import type { App } from 'electron';

/** Holds back the end of the program until the core has put its work away. */
export function stopBeforeQuit(app: App, stop: () => Promise<void>): void {
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
