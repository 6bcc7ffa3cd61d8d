/** The desktop app's process for Word files; see src/main/services/exports/docx-child.ts. */
import { writeDocx } from '../../services/exports/docx-file.ts';
import { answerPort } from './answer-port.ts';

answerPort(writeDocx);
