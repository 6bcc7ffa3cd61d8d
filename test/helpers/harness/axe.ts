import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong with the page as it is now, an element a line: all of it in light, and in the dark the contrasts,
 * for nothing else depends on colors. From here on nothing fades or slides.
 */
export async function violations(page: Page): Promise<string[]> {
  // Half a megabyte of script, which a page that was checked before still has.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    // What is half faded out has no contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options = {
      resultTypes: ['violations'],
      selectors: false,
      ...(colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}),
    };
    const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
    for (const { id, nodes } of results.violations) {
      for (const { html, failureSummary = '' } of nodes) {
        found.push(`${id} in ${colorScheme}: ${html} ${failureSummary}`);
      }
    }
  }
  return found;
}
