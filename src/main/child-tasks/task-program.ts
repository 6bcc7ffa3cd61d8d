import { answerParent } from '../processes/child-program.ts';
import { workOf } from './work.ts';

answerParent(workOf(process.argv[2]));
