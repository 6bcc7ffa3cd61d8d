/** The process of one task under plain Node; its name is the first argument. */
import { flushCompileCache } from 'node:module';
import { answerParent } from '../child-program.ts';
import { workOf } from './work.ts';

const load = workOf(process.argv[2]);
answerParent(async (request, onProgress) => {
  const work = await load();
  // The process is killed once it has answered, which is before Node would write down what it compiled.
  flushCompileCache();
  return work(request, onProgress);
});
