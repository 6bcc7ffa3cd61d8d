const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A human-readable size: `42 MB`, `1.5 GB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  const size = bytes / 1000 ** power;
  // Small numbers of gigabytes get a decimal, since whole ones would be too coarse.
  const shown = power === 3 && size < 10 ? Math.round(size * 10) / 10 : Math.round(size);
  return `${shown} ${UNITS[power]}`;
}
