/** The desktop app's process for Word files; see src/main/services/docx-child.ts. */
import { writeDocx } from '../services/docx-file.ts';
import { answerPort } from './answer-port.ts';

answerPort(writeDocx);
