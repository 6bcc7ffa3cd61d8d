import Bowser from 'bowser';

/** `Firefox on Linux`, by what a browser says of itself; people tell their sessions apart by it. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || 'Unknown browser';
  return os.name ? `${name} on ${os.name}` : name;
}
