import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../core/clock.ts';
import { type Config, isLoopback } from '../../core/config.ts';
import { createLogger } from '../../core/logger.ts';
import { type CardRecord, createDevices } from '../../engine/devices/choose-device.ts';
import { listDevices } from '../../engine/devices/list-devices.ts';
import type { OpenEngine } from '../../engine/engine.ts';
import { engineCommand } from '../../engine/process/engine-process.ts';
import { createStenoEngine } from '../../engine/process/steno-engine.ts';
import { proofSample } from '../../models/proof-sample.ts';
import { onStopSignal } from '../../processes/stop-signals.ts';
import { takeKey } from '../../worker/service-requests.ts';
import { runWorker } from '../../worker/worker.ts';
import { configured, httpAddress, withComputing, withData } from '../arguments.ts';
import { ENGINE_VARIABLES, withVariables } from '../environment.ts';
import { minute, printJson, printTable } from '../terminal/output.ts';
import { withService } from '../with-service.ts';

type WorkerFlags = { name: string; insecure: boolean };

/** A second signal within this time is the first one once more; see onStopSignal. */
const SAME_SIGNAL_MS = 1_000;

const NO_KEY =
  'error: Set STENO_KEY to a key of the service: steno keys create --name worker --scope worker';
const READABLE =
  'error: Over http:// the key and all that is said can be read on the way. Give an https:// address, or add --insecure.';

/** Whether others on the network can read what goes there. */
const isReadable = ({ protocol, hostname: host }: URL): boolean =>
  protocol === 'http:' && !isLoopback(host.replace(/^\[|\]$/g, ''));

export function addWorkerCommands(program: Command): void {
  const worker = withVariables(withData(program.command('worker')), [
    'STENO_KEY',
    'STENO_LOG',
    ...ENGINE_VARIABLES,
  ])
    .description('Transcribe for a Steno service on another machine, until it is stopped')
    .argument('<url>', 'address of the service', httpAddress)
    .option('--name <name>', 'what the machine is called there', hostname())
    .option(
      '--insecure',
      'allow http:// to another machine: key and sound are readable on the way',
      false,
    );
  withComputing(worker, 'auto').action(
    configured((config, url: string, { name, insecure }: WorkerFlags, command: Command) => {
      const key = takeKey(process.env);
      if (key === null) return command.error(NO_KEY);
      if (!insecure && isReadable(new URL(url))) return command.error(READABLE);
      return work(config, { url, key, name });
    }),
  );
  withData(program.command('machines'))
    .description('List the other machines that transcribe for the service on this one')
    .option('--json', 'print JSON', false)
    .action(configured(listMachines));
}

/** Runs until a signal. Prints a line of JSON once it has joined. @throws ApiError when the service refuses it */
async function work(
  config: Config,
  { url, key, name }: { url: string; key: string; name: string },
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const letGo = onStopSignal(() => {
    stopping.abort(new Error('The worker was asked to stop.'));
    process.stderr.write('Ending the windows at hand; a second signal ends at once.\n');
    systemClock.sleep(SAME_SIGNAL_MS).then(letGo, () => {});
  });
  const { lanes, version, dataDir } = config;
  const closing = new AbortController();
  await runWorker({
    openEngine: createOpenEngine(config, closing.signal),
    service: { url, key },
    worker: { id: randomUUID(), name, version, lanes },
    dataDir,
    clock: systemClock,
    logger: createLogger(),
    signal,
    onJoined: () =>
      process.stdout.write(`${JSON.stringify({ service: url, name, pid: process.pid })}\n`),
  });
  process.exit(0);
}

/** How models run on this machine: on a card once it has passed its test, which is remembered until the end. */
function createOpenEngine(config: Config, signal: AbortSignal): OpenEngine {
  const [clock, logger, command] = [systemClock, createLogger(), engineCommand(config)];
  const proofs = new Map<string, CardRecord>();
  const { lanes, threads, version, dataDir } = config;
  const devices = createDevices({
    lanes,
    threads,
    version,
    clock,
    logger,
    closing: signal,
    openEngine: createStenoEngine({ command, clock, logger }),
    list: () => listDevices(command, signal),
    choice: async () => config.device ?? 'auto',
    records: {
      all: async () => [...proofs.values()],
      save: async (record) => void proofs.set(`${record.device} ${record.file}`, record),
      forget: async () => proofs.clear(),
    },
    sample: (over) =>
      proofSample(
        {
          config,
          clock,
          folders: { work: join(dataDir, 'work') },
          makeFolder: (path) => mkdir(path, { recursive: true, mode: 0o700 }),
        },
        over,
      ),
    onChange: () => {},
  });
  return devices.open;
}

async function listMachines(config: Config, { json }: { json: boolean }): Promise<void> {
  const machines = await withService(config, (client) => client.listMachines());
  if (json) return printJson(machines);
  if (machines.services.length > 1) {
    printTable(
      ['SERVICE', 'VERSION', 'LANES', 'RUNNING', 'SINCE', 'SEEN'],
      machines.services.map((service) => [
        service.here ? `${service.name} (this one)` : service.name,
        service.version,
        service.works ? String(service.lanes) : 'only answers',
        ...[String(service.running), minute(service.started_at), minute(service.seen_at)],
      ]),
    );
    if (machines.data.length === 0) return;
    process.stdout.write('\n');
  }
  if (machines.data.length === 0) {
    process.stdout.write(
      'No other machine transcribes for this service. "steno worker --help" tells how one does.\n',
    );
    return;
  }
  printTable(
    ['NAME', 'VERSION', 'LANES', 'BUSY', 'WINDOWS', 'LAST HOUR', 'SEEN', 'MODELS'],
    machines.data.map((machine) => [
      machine.name,
      machine.version,
      machine.draining ? 'stopping' : String(machine.lanes),
      ...[machine.busy, machine.windows, machine.windows_last_hour].map(String),
      minute(machine.seen_at),
      machine.problem ??
        machine.models
          .map(({ name, device }) => (device ? `${name} (${device})` : name))
          .join(', '),
    ]),
  );
}
