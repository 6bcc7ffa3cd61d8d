/** What the desktop shell gives the window; `undefined` in an ordinary browser. */
import type { Bridge } from './bridge.ts';

declare global {
  interface Window {
    readonly steno?: Bridge;
  }
}
