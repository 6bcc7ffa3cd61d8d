/** What a link leads to, told from the first bytes alone. */
import type { Clock } from '../../clock.ts';
import type { UrlGuard } from '../guard/url-guard.ts';
import { FETCH_LIMITS } from './fetch.ts';
import { suggestName } from './media-name.ts';
import { openSource } from './source-request.ts';
import { planBody } from './source-response.ts';
import { createWebPageSniffer } from './web-page.ts';

export type LinkLook = {
  /** A page, a feed or a manifest, which leads to recordings but is none. */
  isPage: boolean;
  /** For showing; cleaned, never empty. */
  suggestedName: string;
};

/** @throws AppError as fetching the recording does */
export async function lookAtLink(options: {
  url: string;
  guard: UrlGuard;
  clock: Clock;
  signal: AbortSignal;
}): Promise<LinkLook> {
  const source = await openSource({
    ...options,
    headers: {},
    timeoutMs: FETCH_LIMITS.headerTimeoutMs,
  });
  try {
    planBody(source, null);
    const isWebPage = createWebPageSniffer();
    const suggestedName = suggestName(source.header('content-disposition'), source.finalUrl);
    for await (const chunk of source.body as AsyncIterable<Uint8Array>) {
      return { isPage: isWebPage(chunk), suggestedName };
    }
    return { isPage: false, suggestedName };
  } finally {
    await source.close();
  }
}
