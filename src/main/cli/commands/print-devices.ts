import { formatBytes } from '../../../shared/size.ts';
import type { Config } from '../../core/config.ts';
import { askForDevices } from '../../engine/devices/list-devices.ts';
import { aboutWaitingCard } from '../../engine/devices/vulkan-library.ts';
import { engineCommand } from '../../engine/process/engine-process.ts';

/** Lists the graphics cards with their drivers and memory, the best first. */
export async function printDevices(config: Config, { json }: { json: boolean }): Promise<void> {
  const { devices, waiting } = await askForDevices(engineCommand(config));
  if (json) {
    process.stdout.write(`${JSON.stringify(devices)}\n`);
    return;
  }
  for (const { name } of waiting) {
    process.stdout.write(`${aboutWaitingCard(name, config.engineFile)}\n`);
  }
  if (devices.length === 0) {
    process.stdout.write(
      'No graphics card that models can be computed on. The processor is used.\n',
    );
    return;
  }
  for (const { id, name, driver, memory_total, memory_free } of devices) {
    const memory = `${formatBytes(memory_free)} of ${formatBytes(memory_total)} free`;
    process.stdout.write(`${name}\n  id      ${id}\n  driver  ${driver}\n  memory  ${memory}\n`);
  }
}
