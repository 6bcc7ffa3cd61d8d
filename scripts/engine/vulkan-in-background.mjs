// Started by `npm start` beside the app: builds what a graphics card needs, while the processor has nothing else to do.
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { say } from '../bootstrap/step.mjs';
import { buildVulkanLibrary } from './vulkan-library.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Also that of the compilers it starts.
setPriority(constants.priority.PRIORITY_LOW);
await buildVulkanLibrary({ root, log: (line) => say(`• ${line}`) });
