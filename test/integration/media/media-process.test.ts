import { expect, it, vi } from 'vitest';
import { runChild } from '../../../src/main/processes/run-program.ts';

const NODE = process.execPath;

function run(script: string, options: Partial<Parameters<typeof runChild>[0]> = {}) {
  return runChild({
    file: NODE,
    args: ['-e', script],
    memoryBytes: 2 ** 30,
    missing: 'ffmpeg_missing',
    signal: new AbortController().signal,
    ...options,
  });
}

it('reports the exit code and what was said at the end', async () => {
  const lines: string[] = [];
  const script = 'process.stderr.write("one\\ntwo\\r\\nthree"); process.exitCode = 3';
  const result = await run(script, { onStderrLine: (line) => lines.push(line) });
  expect(result).toEqual({ exitCode: 3, stderr: 'one\ntwo\r\nthree' });
  expect(lines).toEqual(['one', 'two', 'three']);
});

it.skipIf(process.platform === 'win32')('limits how many files it may open', async () => {
  const lines: string[] = [];
  await run('', {
    file: '/bin/sh',
    args: ['-c', 'ulimit -n'],
    onStdoutLine: (line) => lines.push(line),
  });
  expect(lines).toEqual(['256']);
});

it.runIf(process.platform === 'linux')('limits the memory it may take', async () => {
  const hungry = 'const taken = []; for (;;) taken.push(Buffer.alloc(50e6, 1))';
  const enough = 'Buffer.alloc(500e6, 1)';
  expect(await run(hungry, { memoryBytes: 2 ** 29 })).not.toMatchObject({ exitCode: 0 });
  expect(await run(enough, { memoryBytes: 4 * 2 ** 30 })).toMatchObject({ exitCode: 0 });
});

it('passes on no more lines than anybody reads, and keeps the end', async () => {
  const lines: string[] = [];
  const script = 'process.stderr.write("line\\n".repeat(60_000) + "end")';
  const { stderr } = await run(script, { onStderrLine: (line) => lines.push(line) });
  expect(lines).toHaveLength(50_000);
  expect(stderr.endsWith('line\nend')).toBe(true);
});

it('keeps only the end of endless talk', async () => {
  const { stderr } = await run('process.stderr.write("x".repeat(1e6) + "end")');
  expect(stderr).toHaveLength(8192);
  expect(stderr.endsWith('xend')).toBe(true);
});

it('passes arguments on as they are, and nothing of the environment but what is needed', async () => {
  vi.stubEnv('STENO_SECRET', 'canary');
  const chunks: Uint8Array[] = [];
  const script =
    'process.stdout.write(JSON.stringify([process.argv.slice(1), Object.keys(process.env)]))';
  const args = ['-e', script, '$(touch pwned)', '; echo', '*'];
  await run('', { args, onStdout: (chunk) => void chunks.push(chunk) });
  vi.unstubAllEnvs();
  const [passed, names] = JSON.parse(Buffer.concat(chunks).toString());
  expect(passed).toEqual(['$(touch pwned)', '; echo', '*']);
  // Where the shell that sets the limits is bash, it leaves the last two.
  const known = ['LANG', 'LC_ALL', 'PATH', 'SystemRoot', 'SHLVL', '_'];
  expect(known).toEqual(expect.arrayContaining(names));
});

it('holds the child back while its output is being used', async () => {
  let [received, using] = [0, 0];
  await run('process.stdout.write(Buffer.alloc(3e6))', {
    onStdout: async (chunk) => {
      using += 1;
      expect(using).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      using -= 1;
      received += chunk.length;
    },
  });
  expect(received).toBe(3e6);
});

it('ends the child when its output cannot be used', async () => {
  const endless = 'setInterval(() => process.stdout.write("x"), 1)';
  await expect(
    run(endless, {
      onStdout: () => {
        throw new Error('enough');
      },
    }),
  ).rejects.toThrow('enough');
});

it('kills a child that does not listen', async () => {
  const stop = new AbortController();
  const deaf = 'process.on("SIGTERM", () => {}); setInterval(() => process.stdout.write("x"), 1)';
  await expect(
    run(deaf, { signal: stop.signal, onStdout: () => stop.abort(new Error('stopped')) }),
  ).rejects.toThrow('stopped');
});

it('starts nothing when it was canceled before', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(run('', { signal, file: 'no-such-program' })).rejects.toThrow('stopped');
});

it('says which program is missing in the words it was given', async () => {
  await expect(run('', { file: 'no-such-program' })).rejects.toMatchObject({
    code: 'ffmpeg_missing',
  });
});
