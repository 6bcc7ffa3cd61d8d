// Writes THIRD-PARTY.md from the lockfile. A test fails if it is out of date, or a licence forbids shipping.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checks.ts';
import { describeThirdParty, thirdParty } from './package/licences.ts';

writeFileSync(join(root, 'THIRD-PARTY.md'), describeThirdParty(thirdParty(root)));
