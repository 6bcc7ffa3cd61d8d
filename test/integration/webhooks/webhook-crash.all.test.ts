/** The service killed while a receiver thinks: the attempt counts, and its receiver may have got it. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { createAuthority } from '../../helpers/servers/certificates.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';
import { silence, startReceiver, status } from '../../helpers/servers/webhook-receiver.ts';

test('a request that was under way at a crash is an attempt that was interrupted', async () => {
  const dataDir = await makeTempFolder();
  const authority = createAuthority();
  const receiver = await startReceiver(authority.issue('DNS:localhost'), silence);
  const empty = await startOrigin((_, response) => response.writeHead(404).end());
  const trust = { NODE_EXTRA_CA_CERTS: authority.file };

  const before = await startService(dataDir, trust);
  const { id } = await before.client.createTranscription({
    url: empty.url,
    webhook_url: receiver.url,
  });
  await until(() => receiver.received.length === 1);
  await before.kill();

  const { client, stop } = await startService(dataDir, trust);
  const list = async () => (await client.listDeliveries({ transcription_id: id })).data;
  // Where several services may share the database, its silence has to be noticed first.
  await until(async () => (await list())[0]?.status === 'pending');
  const data = await list();
  expect(data).toMatchObject([
    {
      status: 'pending',
      attempts: [{ id: receiver.deliveryIds()[0], attempt: 1, outcome: 'interrupted' }],
    },
  ]);
  const endedAt = Date.parse(data[0]?.attempts[0]?.ended_at ?? '');
  expect(Date.parse(data[0]?.due_at ?? '')).toBe(endedAt + 60_000);

  receiver.answer(status(200));
  await client.redeliver(data[0]?.id ?? '');
  await until(async () => (await client.listDeliveries()).data[0]?.status === 'delivered');
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.deliveryIds()).size).toBe(2);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);

  expect(await stop()).toBe(0);
  await receiver.close();
  await empty.close();
  authority.remove();
  await rm(dataDir, { recursive: true, force: true });
});
