/** Certificates of an authority made for the test, by openssl. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export type Certificate = { key: string; cert: string };

export type Authority = {
  /** PEM, for NODE_EXTRA_CA_CERTS of other processes. */
  file: string;
  /** A certificate for names such as `DNS:localhost`; one of no days has expired. */
  issue(names: string, options?: { expired?: boolean }): Certificate;
  remove(): void;
};

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Makes an authority and lets this process trust it. */
export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'steno-ca-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const subject = ['-subj', '/CN=Steno test authority'];
  openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    ...subject,
  );
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(at('ca.pem'), 'utf8')]);

  return {
    file: at('ca.pem'),
    issue(names, { expired = false } = {}) {
      openssl(
        'req',
        ...NEW_KEY,
        '-keyout',
        'leaf.key',
        '-out',
        'leaf.csr',
        '-subj',
        '/CN=receiver',
      );
      writeFileSync(at('leaf.ext'), `subjectAltName=${names}\n`);
      const signed = [
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-extfile',
        'leaf.ext',
      ];
      openssl(
        'x509',
        '-req',
        '-in',
        'leaf.csr',
        ...signed,
        '-days',
        expired ? '-1' : '2',
        '-out',
        'leaf.pem',
      );
      return {
        key: readFileSync(at('leaf.key'), 'utf8'),
        cert: readFileSync(at('leaf.pem'), 'utf8'),
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A certificate that is not trusted. */
export function createSelfSigned(names: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'steno-cert-'));
  try {
    const args = ['-keyout', 'leaf.key', '-out', 'leaf.pem', '-days', '2', '-subj', '/CN=receiver'];
    execFileSync(
      'openssl',
      ['req', '-x509', ...NEW_KEY, ...args, '-addext', `subjectAltName=${names}`],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    );
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { key: read('leaf.key'), cert: read('leaf.pem') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
