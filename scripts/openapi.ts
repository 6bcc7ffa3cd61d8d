// Writes the files generated from the routes and the errors: docs/openapi.json and the list of codes in
// docs/api.md. Tests fail if they are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { VERSION } from '../src/main/core/config.ts';
import { describeApi } from '../src/main/http/docs/openapi.ts';
import { withErrorTable } from './error-table.ts';

const file = new URL('../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(describeApi(VERSION), null, 2)}\n`);

const page = new URL('../docs/api.md', import.meta.url);
writeFileSync(page, withErrorTable(readFileSync(page, 'utf8')));
