/** What the addresses of the window mean. */
export type Route =
  | { page: 'library' }
  | { page: 'trash' }
  /** `at` is a moment of the recording, in seconds. */
  | { page: 'transcript'; id: string; at: number | null }
  | { page: 'developers' }
  /** The name of a section; empty for the first. */
  | { page: 'settings'; section: string }
  | { page: 'missing' };

/** What an address such as `/t/trs_…` or `/t/trs_…?at=12.5` shows. */
export function toRoute(address: string): Route {
  const [path = '', query = ''] = address.split('?', 2);
  if (path === '/') return { page: 'library' };
  if (path === '/trash') return { page: 'trash' };
  if (path === '/developers') return { page: 'developers' };
  const section = /^\/settings(?:\/([a-z-]+))?$/.exec(path);
  if (section) return { page: 'settings', section: section[1] ?? '' };
  const id = /^\/t\/([\w-]+)$/.exec(path)?.[1];
  if (!id) return { page: 'missing' };
  const at = Number.parseFloat(new URLSearchParams(query).get('at') ?? '');
  return { page: 'transcript', id, at: at >= 0 && Number.isFinite(at) ? at : null };
}
