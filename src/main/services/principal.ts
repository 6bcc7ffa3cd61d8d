/** Who is asking: the signed-in window (and the shell's own commands), or the holder of an API key. */
export type Principal = { kind: 'window' } | { kind: 'key'; keyId: string; test: boolean };
