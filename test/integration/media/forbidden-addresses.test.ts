import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import {
  type CheckedUrl,
  pinnedLookup,
  type UrlGuard,
} from '../../../src/main/media/guard/url-guard.ts';
import { webhookPolicy } from '../../../src/main/media/guard/url-policy.ts';
import { sendWebhook } from '../../../src/main/queue/after/send-webhook.ts';
import { prepareDownload } from '../../helpers/harness/media-fetch.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { createAuthority } from '../../helpers/servers/certificates.ts';
import { answerOf, FORBIDDEN, NAMES, NEVER } from '../../helpers/servers/forbidden-addresses.ts';
import {
  type Canary,
  type Origin,
  startCanary,
  startOrigin,
} from '../../helpers/servers/http-origin.ts';
import { startReceiver } from '../../helpers/servers/webhook-receiver.ts';

/** Listens where most of the spellings lead to. */
let canary: Canary;
/** Sends requests for `/<host>` on to that host. */
let site: Origin;

beforeAll(async () => {
  canary = await startCanary();
  site = await startOrigin((request, response) => {
    const host = decodeURIComponent(request.url?.slice(1) ?? '');
    response.writeHead(302, { location: inHeader(`http://${host}:${canary.port}/`) }).end();
  });
});
afterAll(() => Promise.all([canary.close(), site.close()]));
beforeEach(({ onTestFinished }) => {
  onTestFinished(() => expect(canary.connections()).toBe(0));
});

const WEBHOOK = webhookPolicy({ allowHttpLoopback: false });
const exposed = { allowPrivate: false };
const refusal = expect.objectContaining({ code: 'blocked_address' });

function namesFor(host: string) {
  return { ...NAMES, 'rebound.example.com': [[answerOf(host)]] };
}

async function fetched(url: string, guard: UrlGuard): Promise<unknown> {
  const download = await prepareDownload();
  return download.fetch(url, { guard, retryDelaysMs: [] }).catch((error: unknown) => error);
}

function delivered(url: string, guard: UrlGuard) {
  return sendWebhook({
    url,
    allowHttpLoopback: false,
    event: 'transcription.completed',
    deliveryId: 'd',
    body: Buffer.from('{}'),
    openTarget: async () => {
      const checked = await guard.check(url);
      return { url: checked.url, lookup: pinnedLookup(checked) };
    },
    clock: systemClock,
    signal: new AbortController().signal,
  });
}

it('has at least sixty spellings, all different', () => {
  expect(new Set(FORBIDDEN).size).toBeGreaterThanOrEqual(60);
  expect(new Set(FORBIDDEN).size).toBe(FORBIDDEN.length);
});

it.each(FORBIDDEN)(
  'no recording is fetched from %s: named, resolved or redirected to',
  async (host) => {
    const named = createTestGuard(NAMES, exposed);
    expect(await fetched(`http://${host}:${canary.port}/a.mp3`, named)).toEqual(refusal);

    // Also on a desktop, where private addresses are allowed to those who name them.
    const desktop = createTestGuard(namesFor(host));
    const resolved = `http://rebound.example.com:${canary.port}/a.mp3`;
    expect(await fetched(resolved, desktop)).toEqual(refusal);

    const start = `${site.url}/${encodeURIComponent(host)}`;
    expect(await fetched(start, asIfPublic(start, desktop))).toEqual(refusal);
  },
);

it.each(FORBIDDEN)('no webhook is sent to %s: named or resolved', async (host) => {
  const guard = createTestGuard(namesFor(host), { ...exposed, policy: WEBHOOK });
  for (const name of [host, 'rebound.example.com']) {
    expect(await delivered(`https://${name}:${canary.port}/`, guard)).toEqual({
      kind: 'blocked_address',
      statusCode: null,
    });
  }
});

it('no webhook is sent to a name of which only one answer is forbidden', async () => {
  for (const [answer, options] of [
    ['169.254.169.254', {}],
    ['10.0.0.5', exposed],
  ] as const) {
    const names = { 'mixed.example.com': [['93.184.216.34', answer]] };
    const guard = createTestGuard(names, { ...options, policy: WEBHOOK });
    expect((await delivered('https://mixed.example.com/', guard)).kind).toBe('blocked_address');
  }
});

it.each(NEVER)('nothing goes to %s, also where private addresses are allowed', async (host) => {
  const names = { nas: [[answerOf(host)]] };
  for (const name of [host, 'nas']) {
    const media = createTestGuard(names);
    expect(await fetched(`http://${name}:${canary.port}/`, media)).toEqual(refusal);
    const webhook = createTestGuard(names, { policy: WEBHOOK });
    const { kind } = await delivered(`https://${name}:${canary.port}/`, webhook);
    expect(kind).toBe('blocked_address');
  }
});

it('webhooks follow no redirect to any of them', async () => {
  const authority = createAuthority();
  const receiver = await startReceiver(authority.issue('DNS:localhost'));
  const guard = createTestGuard(NAMES, { policy: WEBHOOK });
  try {
    for (const host of FORBIDDEN) {
      const location = inHeader(`https://${host}:${canary.port}/`);
      receiver.answer((response) => response.writeHead(307, { location }).end());
      expect(await delivered(receiver.url, guard)).toEqual({ kind: 'http', statusCode: 307 });
    }
  } finally {
    await receiver.close();
    authority.remove();
  }
});

/** Headers hold ASCII alone; hosts may be percent-encoded. */
function inHeader(url: string): string {
  return url.replace(/[^\x20-\x7e]/g, encodeURIComponent);
}

/** The redirecting site runs here, but for the guard it stands for one on the public web. */
function asIfPublic(start: string, guard: UrlGuard): UrlGuard {
  const page: CheckedUrl = {
    url: new URL(start),
    authorization: null,
    addresses: [{ address: '127.0.0.1', family: 4 }],
    reach: 'public',
  };
  return { check: async (raw, from) => (raw === start ? page : guard.check(raw, from)) };
}
