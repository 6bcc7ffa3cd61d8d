/** The process that writes one Word file: `ExportDocument` in, its bytes out. */
import { answerParent } from '../../child-program.ts';
import { writeDocx } from './docx-file.ts';

answerParent(writeDocx);
