import type { ExportDocument } from '../../../shared/exports/document.ts';
import { askChild, type StartChild } from '../../child-process.ts';

/** The answer is the bytes of a Word file. */
export type StartDocxProcess = StartChild<ExportDocument, Uint8Array<ArrayBuffer>>;

export type WriteDocx = (
  document: ExportDocument,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Writes Word files in a process of its own: for a long transcript the library takes seconds during which the service
 * must answer, and 20 kB for every paragraph.
 */
export function createDocxWriter(start: StartDocxProcess): WriteDocx {
  return (document, signal) => askChild(start, document, { signal });
}
