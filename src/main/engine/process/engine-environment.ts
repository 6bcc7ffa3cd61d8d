/** The environment variables of the engine's processes. */

/** The variables a program needs in order to start; keys and tokens are not passed on. */
const PASSED_ENVIRONMENT = ['PATH', 'SystemRoot'];
/** What a graphics driver needs besides: where it keeps compiled shaders, and which driver is to be used. */
const PASSED_TO_DRIVERS = [
  ...(['HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA'] as const),
  ...(['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'STENO_SOFTWARE_DEVICE'] as const),
];
/**
 * The threads of a lane wait for each other at every step. With OpenMP's default spin count a window takes several
 * times as long when other programs use the processors (docs/performance.md).
 */
const SHORT_WAITS = { GOMP_SPINCOUNT: '1000' };
/**
 * Has glibc ask for huge pages. Each token reads all weights of the decoder, which then takes fewer lookups of addresses
 * (docs/performance.md).
 */
const HUGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

export function engineEnvironment(onDevice = false): NodeJS.ProcessEnv {
  const names = onDevice ? [...PASSED_ENVIRONMENT, ...PASSED_TO_DRIVERS] : PASSED_ENVIRONMENT;
  const passed = names.map((name) => [name, process.env[name]] as const);
  const present = passed.filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), ...SHORT_WAITS, ...HUGE_PAGES };
}
