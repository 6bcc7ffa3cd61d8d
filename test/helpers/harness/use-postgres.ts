/** Every service that a test starts uses PostgreSQL. */
import { inject } from 'vitest';
import { SERVER } from './test-database.ts';

process.env[SERVER] = inject('postgres');
