/** The process that labels one recording: a fault in a native library or a model ends it and nothing else. */
import { answerParent } from '../child-program.ts';
import { stepBack } from '../priority.ts';
import { labelRecording } from './label-recording.ts';

stepBack();
answerParent(labelRecording);
