/** Bundles the service and the command line into few files: loading a thousand takes longer than starting does. */
import { defineConfig } from 'vite';
import manifest from '../../package.json' with { type: 'json' };

export default defineConfig({
  ssr: { noExternal: true },
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      // What is compiled, and what may not be installed.
      external: ['better-sqlite3', ...Object.keys(manifest.optionalDependencies)],
      input: {
        cli: 'src/main/cli.ts',
        'task-program': 'src/main/child-tasks/task-program.ts',
        'embedding-worker': 'src/main/speakers/neural/embedding-worker.ts',
        'backup-worker': 'src/main/repositories/folder/backup-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
