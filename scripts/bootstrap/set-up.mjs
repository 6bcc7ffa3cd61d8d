import { installPackages, pinnedNode } from './packages.mjs';
import { buildService } from './service.mjs';
import { say } from './step.mjs';
import { ensurePrograms } from './system.mjs';
import { buildWindow } from './window.mjs';

const BUILD_TOOLS = ['cmake', 'compiler', 'make'];

/**
 * Sets up what a task needs and returns the Node to run it with. Each step first checks whether there is anything to
 * do, so that a second run does nothing.
 * @param {{ root: string, needs: readonly string[] }} options
 */
export async function setUp({ root, needs }) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Error(`Node.js 20 or later is needed; this is ${process.version}.`);
  await installPackages(root);
  const node = pinnedNode(root);
  await ensurePrograms(root, programsFor(needs));
  if (needs.includes('engine')) await setUpEngine(root);
  if (needs.includes('window')) await buildWindow(root, node);
  if (needs.includes('service')) await buildService(root, node);
  if (needs.includes('engine')) await setUpGraphicsCards(root, needs);
  return node;
}

/**
 * All at once, so that nobody has to install twice.
 * @param {readonly string[]} needs
 */
function programsFor(needs) {
  const builds = needs.includes('engine') || needs.includes('build-tools');
  const programs = needs.filter((need) => ['ffmpeg', 'chromium', 'yt-dlp'].includes(need));
  return [...(builds ? BUILD_TOOLS : []), ...programs];
}

/** @param {string} line */
const log = (line) => say(`• ${line}`);

/** @param {string} root */
async function setUpEngine(root) {
  const { buildEngine, isEngineBuilt } = await import('../build-engine.mjs');
  if (isEngineBuilt(root)) return;
  await ensurePrograms(root, ['onednn']);
  await buildEngine({ root, log });
}

/**
 * Tests ask for it with a software device; `npm start` builds it in the background.
 * @param {string} root
 * @param {readonly string[]} needs
 */
async function setUpGraphicsCards(root, needs) {
  if (!needs.includes('graphics-cards') && !process.env['STENO_SOFTWARE_DEVICE']) return;
  const { buildVulkanLibrary } = await import('../engine/vulkan-library.mjs');
  await buildVulkanLibrary({ root, log });
}
