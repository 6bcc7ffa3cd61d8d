/** Builds the window alone: `npx vite build src/renderer`. electron.vite.config.ts uses it too. */
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// electron-vite sets a root and a base of its own. With a relative base, a page at /t/<id> would look for its
// scripts in /t/.
const ownRootAndBase: Plugin = {
  name: 'own-root-and-base',
  config: () => ({ root: here('.'), base: '/' }),
};

export default defineConfig({
  plugins: [react(), tailwindcss(), ownRootAndBase],
  build: {
    outDir: here('../../out/renderer'),
    emptyOutDir: true,
    target: 'es2024',
    minify: true,
    // The content security policy has no place for data: scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: here('index.html'),
      // Chunks run before the entry that needs them: what has to come before all schemas has to be in their first one.
      output: {
        codeSplitting: { groups: [{ name: 'zod', test: /without-eval|node_modules.zod/ }] },
      },
    },
  },
});
