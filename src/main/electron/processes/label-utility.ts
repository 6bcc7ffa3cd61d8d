/** The desktop app's labeling process; see src/main/speakers/label-child.ts. */
import { stepBack } from '../../priority.ts';
import { labelRecording } from '../../speakers/label-recording.ts';
import { answerPort } from './answer-port.ts';

stepBack();
answerPort(labelRecording);
