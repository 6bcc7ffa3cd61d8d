/**
 * Comes before zod (vite.config.ts): it tries whether it may compile schemas when the first is made, which the content
 * security policy forbids, and Firefox reports.
 */
import { z } from 'zod';

z.config({ jitless: true });
