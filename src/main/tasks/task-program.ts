/** The process of one task under plain Node; its name is the first argument. */
import { answerParent } from '../child-program.ts';
import { workOf } from './work.ts';

const load = workOf(process.argv[2]);
answerParent(async (request, onProgress) => (await load())(request, onProgress));
