/** Bars across the picture; more would be thinner than a pixel. */
const BARS = 240;
const BAR = 0.6;

/**
 * The outline of a recording's loudness as an SVG path, `BARS` wide and 100 high. Quiet recordings are drawn larger,
 * so that speech is seen in any of them.
 */
export function waveformPath(peaks: Uint8Array): string {
  if (peaks.length === 0) return '';
  const loudest = Math.max(
    24,
    peaks.reduce((most, peak) => Math.max(most, peak), 0),
  );
  let path = '';
  for (let bar = 0; bar < BARS; bar++) {
    const from = Math.floor((bar * peaks.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / BARS));
    const peak = peaks.subarray(from, to).reduce((most, one) => Math.max(most, one), 0);
    const height = Math.max(3, Math.round((peak / loudest) * 100));
    path += `M${bar} ${(100 - height) / 2}h${BAR}v${height}h-${BAR}z`;
  }
  return path;
}

export const WAVEFORM_BOX = `0 0 ${BARS} 100`;
