/** The process of one task under plain Node; its name is the first argument. */
import { answerParent } from '../child-program.ts';
import { workOf } from './work.ts';

answerParent(workOf(process.argv[2]));
