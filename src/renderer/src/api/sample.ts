/** The recording that comes with Steno, as a file to upload. */
export async function fetchSample(): Promise<File> {
  const response = await fetch('/sample.mp3');
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return new File([await response.blob()], 'Sample recording.mp3', { type: 'audio/mpeg' });
}
