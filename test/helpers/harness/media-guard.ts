import {
  createUrlGuard,
  type ResolvedAddress,
  type UrlGuard,
  type UrlGuardOptions,
} from '../../../src/main/media/guard/url-guard.ts';
import { MEDIA_POLICY } from '../../../src/main/media/guard/url-policy.ts';

type GuardUnderTest = UrlGuard & {
  /** Every name that was looked up, in order. */
  lookups: string[];
};

/**
 * A guard whose names are only those given; each look-up takes the next of a name's answers and the last one stays.
 * Nothing is ever asked of a real name server.
 */
export function createTestGuard(
  names: Readonly<Record<string, readonly (readonly string[])[]>> = {},
  options: Partial<UrlGuardOptions> = {},
): GuardUnderTest {
  const lookups: string[] = [];
  const guard = createUrlGuard({
    policy: MEDIA_POLICY,
    allowPrivate: true,
    ownPort: () => null,
    resolve: async (name): Promise<ResolvedAddress[]> => {
      const earlier = lookups.filter((looked) => looked === name).length;
      lookups.push(name);
      const answers = names[name];
      const answer = answers?.[Math.min(earlier, answers.length - 1)];
      if (answer === undefined) throw new Error('ENOTFOUND');
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    ...options,
  });
  return { ...guard, lookups };
}
