/** Such as `1:02:03.450` or `0:03.450`. */
export function formatCueTime(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const rest = ((ms % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Hours and minutes may be left out; with a point or a comma. `null` where it is no time. */
export function parseCueTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,2}(?:[.,]\d{1,3})?)$/u.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = ''] = match;
  const rest = Number(seconds.replace(',', '.'));
  return Math.round(Number(hours) * 3_600_000 + Number(minutes) * 60_000 + rest * 1000);
}
