/** Once before the browser tests: the window is built if its sources have changed, however vitest was started. */
import { join } from 'node:path';
import { buildWindow } from '../../scripts/bootstrap/window.mjs';

export const setup = () => buildWindow(join(import.meta.dirname, '../..'), process.execPath);
