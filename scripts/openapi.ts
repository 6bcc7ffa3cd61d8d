// Writes docs/openapi.json from the routes and their schemas; a test fails when the two differ.
import { writeFileSync } from 'node:fs';
import { VERSION } from '../src/main/config.ts';
import { describeApi } from '../src/main/http/openapi.ts';

const file = new URL('../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(describeApi(VERSION), null, 2)}\n`);
