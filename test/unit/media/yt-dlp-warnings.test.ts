import { describe, expect, it } from 'vitest';
import {
  createWarningReader,
  warningsThatMatter,
} from '../../../src/main/media/yt-dlp/warnings.ts';

const RUNTIME =
  'WARNING: [youtube] No supported JavaScript runtime could be found. Only deno is enabled by default; to use another runtime add  --js-runtimes RUNTIME[:PATH]  to your command/config. YouTube extraction without a JS runtime has been deprecated, and some formats may be missing. See  https://github.com/yt-dlp/yt-dlp/wiki/EJS  for details on installing one';
const CHALLENGE =
  'WARNING: [youtube] abc: n challenge solving failed: Some formats may be missing. Ensure you have a supported JavaScript runtime';
const PYTHON =
  'Deprecated Feature: Support for Python version 3.9 has been deprecated. Please update to Python 3.10 or above';
const OLD =
  'WARNING: Your yt-dlp version (2025.10.22) is older than 90 days! It is strongly recommended to always use the latest version.';

function read(...lines: string[]): string[] {
  const reader = createWarningReader();
  for (const line of lines) reader.read(line);
  return reader.warnings;
}

describe('what yt-dlp warns of', () => {
  it.each([
    [RUNTIME, ['source_needs_js']],
    [CHALLENGE, ['source_formats_missing']],
    [PYTHON, ['source_python_outdated']],
    [OLD, ['source_program_outdated']],
    [
      'WARNING: [youtube] a: Some web_safari client https formats have been skipped as they are missing a url',
      [],
    ],
    ['WARNING: [generic] Falling back on generic information extractor', []],
    ['[youtube] a: Your yt-dlp version (2025.10.22) is older than 90 days!', []],
  ])('%s', (line, codes) => {
    expect(warningsThatMatter(read(line))).toEqual(codes);
  });

  it('is told once for all: formats are missing for want of the runtime', () => {
    const all = read(PYTHON, OLD, CHALLENGE, RUNTIME, OLD);
    expect(all).toHaveLength(4);
    expect(warningsThatMatter(all)).toEqual([
      'source_needs_js',
      'source_python_outdated',
      'source_program_outdated',
    ]);
  });

  it('is one short visible line each, without what stands in addresses, and not endless', () => {
    expect(
      read('WARNING: see https://ann:secret@example.com:8443/a/b?token=xyz#t for\u001b[0m it'),
    ).toEqual(['see https://example.com:8443/… for [0m it']);
    expect(read(`WARNING: ${'x'.repeat(5000)}`)[0]).toHaveLength(300);
    expect(read(...Array.from({ length: 100 }, (_, at) => `WARNING: ${at}`))).toHaveLength(20);
    expect(read('ERROR: no', 'WARNING:', '   more of it')).toEqual([]);
  });
});
