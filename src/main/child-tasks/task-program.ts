import { answerParent } from '../processes/child-program.ts';
import { workOf } from './task-work.ts';

answerParent(workOf(process.argv[2]));
