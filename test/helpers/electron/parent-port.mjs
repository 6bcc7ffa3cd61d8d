// Loaded first in the stand-in's utility processes, which find their parent where Electron puts it.
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), {
  /** @param {object} message */
  postMessage: (message) => void process.send?.(message),
});
process.on('message', (data) => port.emit('message', { data }));
Object.assign(process, { parentPort: port });
