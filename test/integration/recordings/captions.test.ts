import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CaptionsEvent, MAX_CAPTION_VIEWERS } from '../../../src/shared/captions.ts';
import { createClient } from '../../../src/shared/client.ts';
import { decodeFile } from '../../helpers/corpus/audio.ts';
import { inPieces } from '../../helpers/corpus/pieces.ts';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const codeOf = ({ urls: [url = ''] }: { urls: readonly string[] }) => url.replace(/.*\//, '');
/** As a browser that nobody signed in, or a program that plays one. */
const look = (code: string, init: RequestInit = {}) =>
  fetch(`${app.url}/v1/captions/${code}/events`, init);

describe('captions by a link', () => {
  it('show what is said to whoever has it, and nothing else', async () => {
    const { client } = app;
    const { id } = await client.openRecording({ language: 'en', title: 'Salaries' });
    const link = await client.shareCaptions(id);
    expect(link).toMatchObject({ on_network: false, urls: [expect.stringContaining(app.url)] });
    const viewer = createClient({ baseUrl: app.url });
    const seen: CaptionsEvent[] = [];
    const following = (async () => {
      const { signal } = new AbortController();
      for await (const news of viewer.captions(codeOf(link), signal, () => {})) seen.push(news);
    })();
    await until(async () => seen.length > 0);
    const said = decodeFile(shortFile).subarray(0, 3.1 * 16_000);
    const silence = new Uint8Array(64_000);
    for (const [at, piece] of [...inPieces(said), silence, silence].entries()) {
      await client.putPiece(id, at, piece);
      await until(async () => (await client.getLiveText(id)).behind < 1);
    }
    const { segments } = await until(async () => {
      const text = await client.getLiveText(id);
      return text.provisional.length === 0 && text.segments.length > 0 ? text : null;
    });
    await client.finishRecording(id);
    await following;
    expect(seen.at(-1)).toMatchObject({ over: true, segments: [] });
    expect(seen.flatMap((news) => news.segments)).toEqual(segments);
    expect(JSON.stringify(seen)).not.toMatch(/rec_|Salaries|trs_/);
    expect((await look(codeOf(link))).status).toBe(404);
    await expect(client.shareCaptions(id)).rejects.toMatchObject({ code: 'recording_over' });
  });

  it('end at once for who reads along, when the link is taken back or its key revoked', async () => {
    const { id: keyId, key } = await app.client.createKey({ name: 'for a while' });
    const owner = createClient({ baseUrl: app.url, key });
    const { id } = await owner.openRecording({ live: false });
    for (const end of [() => owner.unshareCaptions(id), () => app.client.revokeKey(keyId)]) {
      const code = codeOf(await owner.shareCaptions(id));
      const response = await look(code);
      expect(response.status).toBe(200);
      await end();
      expect(await response.text()).not.toContain('"over":true');
      expect((await look(code)).status).toBe(404);
    }
    await app.client.discardRecording(id);
  });

  it('are no way in: guesses, other ids, tricks with paths and other pages are refused', async () => {
    const { id } = await app.client.openRecording({ live: false });
    const code = codeOf(await app.client.shareCaptions(id));
    const tricks = [id, 'x', `${code}%00`, `..%2frecordings%2f${id}`, `${code}%2f..`];
    for (const trick of tricks) expect([trick, (await look(trick)).status]).toEqual([trick, 404]);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await look(code, { headers })).status).toBe(403);
    // The code opens the captions only.
    for (const path of [`/v1/recordings/${id}`, `/v1/recordings/${id}/text`, '/v1/recordings']) {
      const asked = await fetch(app.url + path, { headers: { authorization: `Bearer ${code}` } });
      expect(asked.status).toBe(401);
    }
    const foreign = createClient({
      baseUrl: app.url,
      key: (await app.client.createKey({ name: 'other', scope: 'own' })).key,
    });
    await expect(foreign.shareCaptions(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(foreign.unshareCaptions(id)).rejects.toMatchObject({ code: 'not_found' });
    await app.client.discardRecording(id);
  });

  it('take no more readers than they should, and forget those who left', async () => {
    const { id } = await app.client.openRecording({ live: false });
    const code = codeOf(await app.client.shareCaptions(id));
    for (let nth = 0; nth < MAX_CAPTION_VIEWERS + 5; nth++)
      expect((await look(code, { method: 'HEAD' })).status).toBeLessThan(429);
    const leaving = new AbortController();
    const { signal } = leaving;
    const all = await Promise.all(
      Array.from({ length: MAX_CAPTION_VIEWERS + 3 }, () => look(code, { signal })),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_CAPTION_VIEWERS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    leaving.abort();
    const again = await until(async () => {
      const response = await look(code);
      return response.status === 200 ? response : null;
    });
    await again.body?.cancel();
    await app.client.discardRecording(id);
  });
});
