import { pinnedLookup } from '../media/guard/pinned-agent.ts';
import { createUrlGuard } from '../media/guard/url-guard.ts';
import { type EgressPolicy, webhookPolicy } from '../media/guard/url-policy.ts';
import type { OpenTarget } from '../webhooks/send.ts';

/** For the one address of our own that takes webhooks; it is made here, so it needs no other check. */
const SINK_POLICY: EgressPolicy = {
  http: 'anywhere',
  credentials: false,
  privateOnlyIfNamed: false,
};

/** Guards where webhooks go. */
export function createWebhookTargets({
  ownPort,
  allowPrivate,
  isSink,
}: {
  ownPort: () => number;
  /** Whether receivers may be on this machine and its network, where many live. */
  allowPrivate: boolean;
  /** Whether a URL is the address of the built-in sink, to the letter. */
  isSink: (url: string) => boolean;
}): OpenTarget {
  const overTls = createUrlGuard({
    policy: webhookPolicy({ allowHttpLoopback: false }),
    allowPrivate,
    ownPort,
  });
  const alsoLoopback = createUrlGuard({
    policy: webhookPolicy({ allowHttpLoopback: true }),
    allowPrivate,
    ownPort,
  });
  const sink = createUrlGuard({ policy: SINK_POLICY, allowPrivate: true, ownPort: () => null });

  return async ({ url, allowHttpLoopback }) => {
    const remote = allowHttpLoopback ? alsoLoopback : overTls;
    const checked = await (isSink(url) ? sink : remote).check(url);
    return { url: checked.url, lookup: pinnedLookup(checked) };
  };
}
