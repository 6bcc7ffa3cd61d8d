// Loaded before the shell: what it imports from Electron comes from the stand-in.
import { registerHooks } from 'node:module';

const standIn = new URL('./stand-in.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
