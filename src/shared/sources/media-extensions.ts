/** File extensions of recordings; the actual content is checked later. */
const VIDEO_EXTENSIONS = [
  ...['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mpg', 'mpeg', '3gp', 'wmv'],
];
export const RECORDING_EXTENSIONS: readonly string[] = [
  ...['mp3', 'wav', 'm4a', 'aac', 'flac', 'mka', 'ogg', 'opus', 'oga', 'wma', 'amr', 'aiff'],
  ...VIDEO_EXTENSIONS,
];

/** Whether a name or path has a recording's extension. */
export function isMediaName(name: string): boolean {
  return RECORDING_EXTENSIONS.includes(extensionOf(name));
}

/** Whether it has that of a video. */
export function isVideoName(name: string): boolean {
  return VIDEO_EXTENSIONS.includes(extensionOf(name));
}

function extensionOf(name: string): string {
  return (/\.([^./\\]+)$/.exec(name)?.[1] ?? '').toLowerCase();
}
