import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import type { ApiKey, CreateApiKey, CreatedApiKey, KeyScope } from '../../../shared/accounts.ts';
import { isLocalOnly } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { isSameSecret, newKeyId } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import { createKeyRepository, type StoredKey } from '../../repositories/accounts/key.repository.ts';
import type { KeyHolder } from '../principal.ts';
import type { Revocations } from './revocations.ts';

/** How often a key's last use is stored: often enough to be useful, rarely enough to cost nothing. */
const TOUCH_EVERY_MS = 60_000;

/** Hexadecimal digits used to look up a key: 64 bits. */
const HASH_START = 16;

export type KeyService = ReturnType<typeof createKeyService>;

/** API keys: the secret is shown once, when its key is created. */
export function createKeyService(
  { db, config, clock }: Pick<Core, 'db' | 'config' | 'clock'>,
  { revocations }: { revocations: Revocations },
) {
  const keys = createKeyRepository(db);
  // On a personal computer, agents are meant to read the whole library.
  const usualScope: KeyScope = isLocalOnly(config) ? 'all' : 'own';
  return {
    /** @throws invalid_request for a test key of a worker, which could do nothing */
    async create({ name, test, scope }: CreateApiKey): Promise<CreatedApiKey> {
      if (test && scope === 'worker') {
        const message = 'A worker needs a live key: test keys transcribe nothing for others.';
        throw new AppError('invalid_request', { param: 'scope', message });
      }
      const secret = newKeySecret(test);
      const key: StoredKey = {
        id: newKeyId(),
        name,
        test,
        scope: scope ?? (test ? 'own' : usualScope),
        hash: hash('sha256', secret),
        hint: `${secret.slice(0, secret.lastIndexOf('_') + 1)}…${secret.slice(-4)}`,
        createdAt: clock.now(),
        lastUsedAt: null,
        revokedAt: null,
      };
      await keys.insert(key);
      return { ...toApiKey(key), key: secret };
    },

    async list(): Promise<ApiKey[]> {
      return (await keys.list()).map(toApiKey);
    },

    async revoke(id: string): Promise<ApiKey> {
      const revoked = await keys.revoke(id, clock.now());
      revocations.revoke(id);
      const key = (await keys.list()).find((candidate) => candidate.id === id);
      if (!revoked || !key) {
        throw new AppError('not_found', { message: 'There is no key with this id in force.' });
      }
      return toApiKey(key);
    },

    /**
     * Returns the key's holder, or null. The database is queried by a prefix of the hash and the rest is compared in
     * constant time, so that timing reveals nothing; malformed keys never reach the database.
     */
    async verify(secret: string): Promise<KeyHolder | null> {
      if (!isKeyShaped(secret)) return null;
      const digest = hash('sha256', secret);
      const candidates = await keys.findByHashStart(digest.slice(0, HASH_START));
      const key = candidates.find((candidate) => isSameSecret(candidate.hash, digest));
      if (!key || key.revokedAt !== null) return null;
      const now = clock.now();
      if (key.lastUsedAt === null || now - key.lastUsedAt > TOUCH_EVERY_MS) {
        await keys.touch(key.id, now);
      }
      return { kind: 'key', keyId: key.id, test: key.test, scope: key.scope };
    },
  };
}

function toApiKey({ id, name, test, scope, hint, ...key }: StoredKey): ApiKey {
  return {
    ...{ id, name, test, scope, hint },
    created_at: new Date(key.createdAt).toISOString(),
    last_used_at: key.lastUsedAt === null ? null : new Date(key.lastUsedAt).toISOString(),
    revoked_at: key.revokedAt === null ? null : new Date(key.revokedAt).toISOString(),
  };
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomPart = customAlphabet(BASE62, 30);
const SHAPE = /^(steno_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/**
 * `steno_live_` or `steno_test_`, 30 random base62 characters (178 bits) and a checksum of 6, so that secret scanners
 * recognize leaked keys and typing errors are detected without a query.
 */
export function newKeySecret(test: boolean): string {
  const payload = `steno_${test ? 'test' : 'live'}_${randomPart()}`;
  return payload + checksum(payload);
}

/** Whether a string has the format of our keys; it need not be a valid one. */
export function isKeyShaped(secret: string): boolean {
  const match = SHAPE.exec(secret);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** CRC-32 in base62, padded to six characters, as in GitHub's tokens. */
function checksum(payload: string): string {
  let rest = crc32(payload);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
