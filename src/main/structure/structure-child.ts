/** The process that structures one transcript: `StructureInput` in, its structure as JSON out. */
import { answerParent } from '../child-program.ts';
import { type StructureInput, structureTranscript } from './structure-transcript.ts';

answerParent((input: StructureInput) => JSON.stringify(structureTranscript(input)));
