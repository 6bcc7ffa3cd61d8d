/** What the addresses of the window mean. */
export type Route =
  /** `project`: an id, `none` for recordings in no project, empty for all. */
  | { page: 'library'; project: string }
  | { page: 'project'; id: string; section: string }
  | { page: 'trash' }
  | { page: 'record' }
  /** The text of what is being recorded, in large letters; with the code of a link, for who is not signed in. */
  | { page: 'captions'; code: string | null }
  /** `at` is a moment of the recording, in seconds; `compare` is another version of it. */
  | {
      page: 'transcript';
      id: string;
      at: number | null;
      view: TranscriptView;
      compare: string | null;
    }
  /** The name of a section; empty for the first. */
  | { page: 'developers'; section: string }
  /** The name of a section; empty for the first. */
  | { page: 'settings'; section: string }
  | { page: 'missing' };

/** The ways to look at a transcript. */
const TRANSCRIPT_VIEWS = [
  'read',
  'summary',
  'terms',
  'speakers',
  'subtitles',
  'highlights',
] as const;
export type TranscriptView = (typeof TRANSCRIPT_VIEWS)[number];

/** The address of one of them. */
export function transcriptPath(id: string, view: TranscriptView): string {
  return view === 'read' ? `/t/${id}` : `/t/${id}?view=${view}`;
}

/** The address of the recordings in a project, of all or of those in none, or of a section of its options. */
export function projectPath(project: string, section?: string): string {
  if (project === '') return '/';
  return `/projects/${project}${section === undefined ? '' : `/${section}`}`;
}

/** What an address such as `/t/trs_…` or `/t/trs_…?at=12.5` shows. */
export function toRoute(address: string): Route {
  const [path = '', query = ''] = address.split('?', 2);
  if (path === '/') return { page: 'library', project: '' };
  const [, project, part] = /^\/projects\/([\w-]+)(?:\/([a-z-]+))?$/.exec(path) ?? [];
  if (project && part === undefined) return { page: 'library', project };
  if (project && part) return { page: 'project', id: project, section: part };
  if (path === '/trash') return { page: 'trash' };
  if (path === '/record') return { page: 'record' };
  if (path === '/captions') return { page: 'captions', code: null };
  const code = /^\/captions\/(\w+)$/.exec(path)?.[1];
  if (code) return { page: 'captions', code };
  const [, page, section = ''] = /^\/(developers|settings)(?:\/([a-z-]+))?$/.exec(path) ?? [];
  if (page === 'developers' || page === 'settings') return { page, section };
  const id = /^\/t\/([\w-]+)$/.exec(path)?.[1];
  if (!id) return { page: 'missing' };
  const parameters = new URLSearchParams(query);
  const at = Number.parseFloat(parameters.get('at') ?? '');
  const view = TRANSCRIPT_VIEWS.find((one) => one === parameters.get('view')) ?? 'read';
  const compare = parameters.get('compare');
  return { page: 'transcript', id, at: at >= 0 && Number.isFinite(at) ? at : null, view, compare };
}

/** Whether the page is for somebody who has a link to captions, and need not be signed in. */
export const isSharedCaptions = (route: Route): boolean =>
  route.page === 'captions' && route.code !== null;
