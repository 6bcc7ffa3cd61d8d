/** `HH:MM:SS` + mark + `mmm`, the time format of subtitle files; hours may exceed 99. */
export function formatTimestamp(ms: number, mark: '.' | ','): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = Math.floor(ms / 1000) % 60;
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)}${mark}${pad(ms % 1000, 3)}`;
}
