/** `npm run check` finds names that somebody chose on their way into a path. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../../scripts/checks.ts';

const BAD = [
  'join(folder, model.name)',
  `join(folder, \`\${model.name}-\${digest}.bin\`)`,
  'join(folder, model?.name ?? digest)',
  'join(folder, "x", model["name"])',
  'path.join(folder, model.name.toLowerCase())',
  'path.resolve(folder, file.filename + ".txt")',
  'resolve(folder, source.title)',
  `join(folder, \`\${name}.bin\`)`,
  'join(folder, name + ".bin")',
  'join(folder, filename)',
  'join(folder, safeName(title))',
  `join(folder, \`\${stem}.txt\`)`,
  `createWriteStream(\`\${folder}/\${model.name}.bin\`)`,
  'createWriteStream(folder + "/" + source.title)',
  `writeFile(\`\${folder}/\${name}\`, "")`,
  `rename(part, \`\${folder}/\${file.filename}\`)`,
];
const GOOD = [
  'join(folder, "database.db")',
  'join(folder, DATABASE)',
  // Read from the folder itself.
  'names.map((name) => join(folder, name))',
  `ownFile(folder, \`\${model.name}.bin\`)`,
  `userFile(folder, \`\${stem}.txt\`)`,
  'models.map((model) => model.name).join(", ")',
  '[model.name, source.title].join(" ")',
  `logger.info(\`\${model.name} is there\`)`,
];

const Report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string().nullish(),
      message: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.int() }) }),
    }),
  ),
});

let folder = '';
/** Lines that are found in a file with one of `forms` in each line, from 1 on. */
let found: (file: string) => number[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steno-lint-'));
  const { plugins } = z
    .object({ plugins: z.array(z.object({ path: z.string(), includes: z.array(z.string()) })) })
    .parse(JSON.parse(await readFile(join(root, 'biome.json'), 'utf8')));
  const config = {
    plugins: plugins.map(({ path, includes }) => ({ path: join(root, path), includes })),
    linter: { rules: { preset: 'none' } },
  };
  await writeFile(join(folder, 'biome.json'), JSON.stringify(config));
  const files = {
    'src/main/worker/bad.ts': BAD,
    'src/main/good.ts': GOOD,
    'src/main/core/file-paths.ts': BAD,
    'test/unit/bad.ts': BAD,
  };
  for (const [path, lines] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${lines.join(';\n')};\n`);
  }
  const args = [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=json'];
  const stdout = await new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 10_000_000 };
    execFile(process.execPath, [...args, '--max-diagnostics=none', '.'], options, (_, out) =>
      resolve(out),
    );
  });
  const { diagnostics } = Report.parse(JSON.parse(stdout));
  found = (file) =>
    diagnostics
      .filter(({ location }) => location.path.replaceAll('\\', '/') === file)
      .map(({ location }) => location.start.line)
      .toSorted((a, b) => a - b);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(BAD.map((form, index) => [form, index + 1]))('finds %s', (_, line) => {
  expect(found('src/main/worker/bad.ts')).toContain(line);
});

test.each(GOOD.map((form, index) => [form, index + 1]))('leaves %s alone', (_, line) => {
  expect(found('src/main/good.ts')).not.toContain(line);
});

test('looks neither at the two functions themselves nor at tests', () => {
  expect(found('src/main/core/file-paths.ts')).toEqual([]);
  expect(found('test/unit/bad.ts')).toEqual([]);
});
