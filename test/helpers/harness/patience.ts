/** Enough for a real engine on a machine that has other things to do; less lets a test that fails end sooner. */
export const PATIENCE_MS = Number(process.env['STENO_PATIENCE_MS'] ?? 240_000);
