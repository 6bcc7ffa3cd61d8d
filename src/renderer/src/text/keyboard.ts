/** Shortcuts, with the names of keys on the user's keyboard. */

/** With the key for commands: `Ctrl Z`, or `⌘Z` on a Mac. */
export function withCommand(key: string, platform = navigator.platform): string {
  return isApple(platform) ? `⌘${key}` : `Ctrl ${key}`;
}

/** Macs have no Y for it. */
export function redoKeys(platform = navigator.platform): string {
  return isApple(platform) ? '⇧⌘Z' : 'Ctrl Y';
}

export function isApple(platform: string): boolean {
  return /^(?:mac|ip)/i.test(platform);
}
