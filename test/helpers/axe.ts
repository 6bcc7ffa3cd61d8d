import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong with the page as it is now, an element a line; in the dark only contrasts, for nothing else depends
 * on colours. From here on nothing fades or slides.
 */
export async function violations(page: Page): Promise<string[]> {
  // What is half faded out has no contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(axe);
  const results = await page.evaluate<AxeResults>(
    "axe.run(matchMedia('(prefers-color-scheme: dark)').matches ? { runOnly: ['color-contrast'] } : {})",
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}
