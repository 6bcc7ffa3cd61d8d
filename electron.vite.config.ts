/** Builds the desktop app into out/: the core with its Electron shell, the preload script and the window. */
import { defineConfig } from 'electron-vite';
import manifest from './package.json' with { type: 'json' };
import renderer from './src/renderer/vite.config.ts';

export default defineConfig({
  main: {
    build: {
      // The plain dependencies are external by default; the optional ones may not even be installed.
      // The SDK is 20 MB of files, of which a bundle needs one, loaded where a bucket is named.
      externalizeDeps: {
        include: Object.keys(manifest.optionalDependencies),
        exclude: ['@aws-sdk/client-s3'],
      },
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'task-utility': 'src/main/electron/processes/task-utility.ts',
          'embedding-worker': 'src/main/speakers/neural/embedding-worker.ts',
          'backup-worker': 'src/main/repositories/folder/backup-worker.ts',
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script can only be one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer,
});
