import { ERRORS } from '../src/shared/error-catalogue.ts';

const HEADING = '## Every code';

/** The API page with its last section, one row per error, regenerated from the catalogue. */
export function withErrorTable(page: string): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, retryable, message }]) =>
      `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${message} |`,
  );
  const start = page.indexOf(`${HEADING}\n`);
  const before = start < 0 ? page : page.slice(0, start);
  return [
    before.trimEnd(),
    '',
    HEADING,
    '',
    'The status is that of a request which fails with the code; as the `error` of a transcription a code comes with `200`.',
    '',
    '| code | status | worth a retry | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
