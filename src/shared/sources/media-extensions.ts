/** File extensions of recordings; the actual content is checked later. */
export const RECORDING_EXTENSIONS: readonly string[] = [
  ...['mp3', 'wav', 'm4a', 'aac', 'flac', 'ogg', 'opus', 'oga', 'wma', 'amr', 'aiff'],
  ...['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mpg', 'mpeg', '3gp', 'wmv'],
];

/** Whether a name or path has a recording's extension. */
export function isMediaName(name: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1] ?? '';
  return RECORDING_EXTENSIONS.includes(extension.toLowerCase());
}
