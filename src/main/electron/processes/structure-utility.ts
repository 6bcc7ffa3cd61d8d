/** The desktop app's structuring process; see src/main/structure/structure-child.ts. */
import { type StructureInput, structureTranscript } from '../../structure/structure-transcript.ts';
import { answerPort } from './answer-port.ts';

answerPort((input: StructureInput) => JSON.stringify(structureTranscript(input)));
