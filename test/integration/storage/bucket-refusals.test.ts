/** A bucket that cannot be used is refused at the start, with a sentence, and nothing in it is changed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BucketConfig, loadConfig } from '../../../src/main/core/config.ts';
import { openStorage } from '../../helpers/harness/open-storage.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server[Symbol.asyncDispose]());

type Case = {
  change?: (config: BucketConfig) => Partial<BucketConfig>;
  prepare?: () => void;
  code?: 'storage_unusable' | 'storage_unreachable';
  says: RegExp;
};
const deny = (operation: string) => () => {
  server.fault = (asked) => (asked.operation === operation ? [403, 'AccessDenied'] : null);
};
const withSecret = (secretAccessKey: string) => ({
  credentials: { accessKeyId: 'AKIATEST', secretAccessKey },
});

const CASES: Record<string, Case> = {
  'a bucket that is not there': {
    change: () => ({ url: 's3://mediums/steno' }),
    says: /^There is no bucket "mediums" at 127\.0\.0\.1:\d+\. Make it first: Steno makes none\.$/,
  },
  'a wrong secret': {
    change: () => withSecret('another secret'),
    says: /does not accept the credentials \(SignatureDoesNotMatch\)\. Check AWS_ACCESS_KEY_ID/,
  },
  'an unknown key': {
    change: () => ({ credentials: { accessKeyId: 'AKIAOTHER', secretAccessKey: 'hush+hush/' } }),
    says: /does not accept the credentials \(InvalidAccessKeyId\)/,
  },
  'another region': {
    prepare: () => {
      server.access.region = 'eu-central-1';
    },
    says: /^The bucket "media" is in another region, eu-central-1\. Set AWS_REGION to it\.$/,
  },
  'credentials that may not list': {
    prepare: deny('ListObjects'),
    says: /^The credentials may not list objects in s3:\/\/media\/steno \(AccessDenied\)\.$/,
  },
  'credentials that may not write': {
    prepare: deny('PutObject'),
    says: /^The credentials may not write objects in/,
  },
  'credentials that may not send parts': {
    prepare: deny('CreateUpload'),
    says: /^The credentials may not write objects in/,
  },
  'storage that does not know uploads in parts': {
    prepare: () => {
      server.fault = ({ operation }) =>
        operation === 'AbortUpload' ? [405, 'MethodNotAllowed'] : null;
    },
    says: /^The storage at 127\.0\.0\.1:\d+ lacks what Steno needs to write objects \(MethodNotAllowed\)\.$/,
  },
  'credentials that may not read': {
    prepare: deny('GetObject'),
    says: /^The credentials may not read objects in/,
  },
  'credentials that may not delete': {
    prepare: deny('DeleteObject'),
    says: /^The credentials may not delete objects in/,
  },
  'a prefix with files of others': {
    prepare: () => {
      server.objects.set('steno/thesis.tex', {
        body: Buffer.from('x'),
        bytes: 1,
        tag: '"1"',
        at: new Date(),
        sha256: undefined,
      });
    },
    says: /^s3:\/\/media\/steno holds other files, such as "thesis\.tex", and was not made by Steno\./,
  },
  'an endpoint that is no address': {
    change: () => ({ endpoint: 'minio.example.com' }),
    says: /^AWS_ENDPOINT_URL_S3 is no http or https address/,
  },
  'the internet in the clear': {
    change: () => ({ endpoint: 'http://8.8.8.8' }),
    says: /^Recordings would cross the internet in the clear to 8\.8\.8\.8\. Use https\.$/,
  },
  'a port where nobody listens': {
    change: () => ({ endpoint: 'http://127.0.0.1:1' }),
    code: 'storage_unreachable',
    says: /^The storage at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
  },
  'a storage that is overloaded': {
    prepare: () => {
      server.fault = () => [503, 'SlowDown'];
    },
    code: 'storage_unreachable',
    says: /^The storage at 127\.0\.0\.1:\d+ cannot be reached: it answers 503 SlowDown\.$/,
  },
  'no region and no endpoint': {
    change: () => ({ endpoint: null }),
    says: /^It is not said in which region s3:\/\/media\/steno is\. Set AWS_REGION/,
  },
};

test.each(Object.entries(CASES))('%s', async (_, { change, prepare, code, says }) => {
  prepare?.();
  const before = server.keys();
  const config = server.config();
  const opening = openStorage({ ...config, ...change?.(config) });
  const error: unknown = await opening.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    code: code ?? 'storage_unusable',
    message: expect.stringMatching(says),
  });
  expect(String(error)).not.toContain('hush');
  // A probe that may not be deleted is all that can stay.
  const isProbe = (key: string) => key.startsWith('steno/.steno-probe-');
  expect(server.keys().filter((key) => !isProbe(key))).toEqual(before);
});

test.each([
  ['media', /^"media" is no bucket\. Give its address, such as s3:\/\/bucket\/prefix\.$/],
  ['https://bucket.example.com', /is no bucket/],
  ['s3://bucket/../other', /is no bucket/],
  ['s3://AKIATEST:hush@bucket/prefix', /^The address of a bucket holds no credentials/],
])('the address %s', async (url, says) => {
  await expect(openStorage({ ...server.config(), url })).rejects.toThrow(says);
});

test('what answers is no storage', async () => {
  const page = createServer((_request, response) => response.end('<html>Hello</html>'));
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const { port } = page.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  await expect(openStorage({ ...server.config(), endpoint })).rejects.toThrow(
    /^What answers at 127\.0\.0\.1:\d+ is no S3-compatible storage\. Check AWS_ENDPOINT_URL_S3\.$/,
  );
  page.closeAllConnections();
  page.close();
});

test('one prefix belongs to one data folder, also where two come at once', async () => {
  const storage = await openStorage(server.config(), { id: 'first' });
  await expect(openStorage(server.config(), { id: 'second' })).rejects.toThrow(
    /^s3:\/\/media\/steno has the recordings of another data folder or database\./,
  );
  storage.close();
  const both = await Promise.allSettled(
    ['third', 'fourth'].map((id) => openStorage(server.config('both'), { id })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const one of both) if (one.status === 'fulfilled') one.value.close();
  expect(server.keys()).toEqual(['both/steno.json', 'steno/steno.json']);
});

test('credentials and endpoint are those of the environment', () => {
  const env = {
    STENO_STORAGE: 's3://media/steno',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_SESSION_TOKEN: 'c',
    AWS_DEFAULT_REGION: 'auto',
    AWS_ENDPOINT_URL: 'https://r2',
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' };
  expect(loadConfig({}, env).storage).toEqual({
    url: 's3://media/steno',
    endpoint: 'https://r2',
    region: 'auto',
    credentials,
  });
  const nearer = { ...env, AWS_ENDPOINT_URL_S3: 'https://nearer', AWS_REGION: 'eu' };
  expect(loadConfig({ storage: 's3://other' }, nearer).storage).toMatchObject({
    url: 's3://other',
    endpoint: 'https://nearer',
    region: 'eu',
  });
  expect(loadConfig({}, { ...env, STENO_STORAGE: '' }).storage).toBeNull();
});
