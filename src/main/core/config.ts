import { existsSync } from 'node:fs';
import { availableParallelism, homedir, hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** The core's configuration, determined once at start. */
export type Config = {
  host: string;
  /** 0 uses any free port. */
  port: number;
  dataDir: string;
  /** The address of a PostgreSQL database, perhaps with a password; null for SQLite in the data folder. */
  database: string | null;
  /** The bucket for uploads and recordings; null for the data folder. */
  storage: BucketConfig | null;
  /** What the other services on the same database know this one by. */
  name: string;
  /** False for a service that answers, and leaves the work to others on the same database. */
  work: boolean;
  /** The URL for other machines, for example behind a proxy; null if there is none. */
  publicUrl: string | null;
  /** The model for requests that name none: a name or a file. */
  model: string | null;
  /** What models are computed on: `auto`, `cpu` or a card's id; null leaves it to the settings. */
  device: string | null;
  lanes: number;
  threads: number;
  /** The folder of the demo model, the sample recording and the native engine. */
  resourcesDir: string;
  engineFile: string;
  /** What the encoders of f16 models are multiplied in; null lets the engine decide by processor. */
  precision: Precision | null;
  /** The built window. */
  windowDir: string;
  /** Where yt-dlp's releases are downloaded from; null disables downloads. */
  ytDlpUrl: string | null;
  /** Whether recordings and webhooks may use addresses of this machine and its network. */
  allowPrivate: boolean;
  /** The developer documentation, as Markdown. */
  docsDir: string;
  version: string;
};

/** A bucket of S3-compatible storage, and how it is entered. */
export type BucketConfig = {
  /** `s3://bucket/prefix` */
  url: string;
  /** Null for Amazon's. */
  endpoint: string | null;
  region: string | null;
  /** Null for those of a profile or of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
};

export const VERSION = '0.1.0';
export const DEFAULT_PORT = 4717;
const YT_DLP_URL = 'https://github.com/yt-dlp/yt-dlp/releases/latest/download';

const PRECISIONS = ['f16', 'bf16', 'int8', 'int16'] as const;
type Precision = (typeof PRECISIONS)[number];

export type ConfigFlags = Partial<
  Pick<
    Config,
    | 'host'
    | 'port'
    | 'dataDir'
    | 'database'
    | 'name'
    | 'work'
    | 'publicUrl'
    | 'model'
    | 'device'
    | 'lanes'
    | 'threads'
  >
> & { storage?: string };

/** The environment variables for these command-line options. */
export const OPTION_VARIABLES = {
  host: 'STENO_HOST',
  port: 'STENO_PORT',
  dataDir: 'STENO_DATA',
  database: 'STENO_DATABASE',
  storage: 'STENO_STORAGE',
  name: 'STENO_NAME',
  publicUrl: 'STENO_PUBLIC_URL',
  model: 'STENO_MODEL',
  device: 'STENO_DEVICE',
  lanes: 'STENO_LANES',
  threads: 'STENO_THREADS',
} as const satisfies Record<Exclude<keyof ConfigFlags, 'work'>, string>;

/** On turns the work off, as `--no-work` does. */
export const NO_WORK_VARIABLE = 'STENO_NO_WORK';

/**
 * Flags take precedence over the environment (`STENO_*`), which takes precedence over the defaults. Empty variables are
 * ignored.
 */
export function loadConfig(flags: ConfigFlags = {}, env: NodeJS.ProcessEnv = process.env): Config {
  const root = appRoot();
  const from = (name: keyof typeof OPTION_VARIABLES) => env[OPTION_VARIABLES[name]] || undefined;
  const resourcesDir = env['STENO_RESOURCES'] ?? join(root, 'resources');
  const givenLanes = flags.lanes || numberFrom(from('lanes'));
  const givenThreads = flags.threads || numberFrom(from('threads'));
  const { lanes, threads } = chooseLanes(givenLanes);
  const host = flags.host ?? from('host') ?? '127.0.0.1';
  const publicUrl = flags.publicUrl ?? from('publicUrl') ?? null;
  return {
    host,
    port: flags.port ?? numberFrom(from('port')) ?? DEFAULT_PORT,
    dataDir: resolve(flags.dataDir ?? from('dataDir') ?? defaultDataDir()),
    database: flags.database ?? from('database') ?? null,
    storage: bucketFrom(flags.storage ?? from('storage'), env),
    name: flags.name ?? from('name') ?? hostname(),
    work: flags.work ?? !isOn(env[NO_WORK_VARIABLE]),
    publicUrl,
    model: flags.model ?? from('model') ?? null,
    device: flags.device ?? from('device') ?? null,
    lanes,
    threads: givenThreads ?? threads,
    resourcesDir,
    engineFile: env['STENO_ENGINE'] ?? engineFileIn(resourcesDir),
    precision: PRECISIONS.find((one) => one === env['STENO_PRECISION']) ?? null,
    windowDir: join(root, 'out', 'renderer'),
    docsDir: join(root, 'docs'),
    ytDlpUrl: (env['STENO_YT_DLP_URL'] ?? YT_DLP_URL) || null,
    allowPrivate: isOn(env['STENO_ALLOW_PRIVATE']) ?? isLocalOnly({ host, publicUrl }),
    version: VERSION,
  };
}

/** The variables are those of Amazon's own programs. */
function bucketFrom(url: string | undefined, env: NodeJS.ProcessEnv): BucketConfig | null {
  if (url === undefined) return null;
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = env['AWS_SESSION_TOKEN'];
  return {
    url,
    endpoint: env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || null,
    region: env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || null,
    credentials:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
        : null,
  };
}

/** `bin/<platform>-<arch>/steno-engine` below the resources. */
function engineFileIn(resourcesDir: string): string {
  const name = process.platform === 'win32' ? 'steno-engine.exe' : 'steno-engine';
  return join(resourcesDir, 'bin', `${process.platform}-${process.arch}`, name);
}

/** Both `src/main/core/` and the bundled `out/…/` are below the folder of the package. */
function appRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new Error('The folder of the program is not whole.');
    folder = dirname(folder);
  }
  return folder;
}

function defaultDataDir(): string {
  return homedir() ? envPaths('steno', { suffix: '' }).data : resolve('steno-data');
}

/**
 * Lanes share no barrier, so two with one thread each are faster than one with two, especially when other programs use
 * the cores; more than four lanes cost more memory than they gain in speed.
 */
function chooseLanes(wanted: number | undefined): { lanes: number; threads: number } {
  const cores = availableParallelism();
  const lanes = wanted || Math.min(4, Math.max(Math.min(2, cores), Math.floor(cores / 2)));
  return { lanes, threads: Math.max(1, Math.floor(cores / lanes)) };
}

/**
 * A service that other machines can reach, even through a proxy, must not give them access to the network behind it.
 */
export function isLocalOnly({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return isLoopback(host) && publicUrl === null;
}

/** Whether only programs on this machine can connect to the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}

/** `0`, `off`, `no` and `false` turn an option off; any other value turns it on. */
function isOn(text: string | undefined): boolean | undefined {
  return text === undefined || text === '' ? undefined : !/^(?:0|off|no|false)$/i.test(text);
}

function numberFrom(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** The host for this service's own URLs, on which nothing else listens. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
