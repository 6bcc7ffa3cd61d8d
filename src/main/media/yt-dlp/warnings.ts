/** What yt-dlp warns of, and what of it matters to the person. */
import type { WarningCode } from '../../../shared/transcription/transcription.ts';

/** Beyond these, a run that warns of every fragment would fill the log. */
const MAX_WARNINGS = 20;
const MAX_LENGTH = 300;

const WARNING = /^(?:WARNING|Deprecated Feature|DeprecationWarning): *(?<said>[^ ].*)$/;
/** Addresses hold keys, and what follows the host is not needed to understand a warning. */
const ADDRESS = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)(?:[^\s/@]*@)?([^\s/?#]*)[^\s]*/gi;

type SourceWarning = Extract<
  WarningCode,
  | 'source_formats_missing'
  | 'source_program_outdated'
  | 'source_python_outdated'
  | 'source_needs_js'
>;

/** Tried in this order: a missing runtime is why formats are missing. */
const MATTERS: readonly (readonly [SourceWarning, RegExp])[] = [
  ['source_needs_js', /No supported JavaScript runtime could be found/i],
  // Formats that a platform skips for reasons of its own are missing for all users.
  ['source_formats_missing', /(?:solving|extraction) failed: Some formats may be missing/i],
  ['source_python_outdated', /Support for Python version \S+ (?:has been|is) deprecated/i],
  ['source_program_outdated', /yt-dlp version \([^()]*\) is older than/i],
];

/** Collects the warnings among the lines of stderr, each once and without what may be secret. */
export function createWarningReader(): { read: (line: string) => void; warnings: string[] } {
  const warnings: string[] = [];
  const read = (line: string) => {
    const said = WARNING.exec(line)?.groups?.['said'];
    if (said === undefined || warnings.length === MAX_WARNINGS) return;
    const shown = said
      .replace(ADDRESS, '$1$2/…')
      .replace(/\p{C}/gu, ' ')
      .slice(0, MAX_LENGTH)
      .trim();
    if (!warnings.includes(shown)) warnings.push(shown);
  };
  return { read, warnings };
}

/** What the person should know although the recording was fetched. */
export function warningsThatMatter(warnings: readonly string[]): SourceWarning[] {
  const found = MATTERS.filter(([, words]) => warnings.some((said) => words.test(said)));
  const codes = found.map(([code]) => code);
  return codes.filter(
    (code) => code !== 'source_formats_missing' || !codes.includes('source_needs_js'),
  );
}
