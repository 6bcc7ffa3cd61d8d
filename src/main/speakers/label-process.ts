import { type AskOptions, askChild, type StartChild } from '../child-process.ts';
import type { Labeling, LabelRequest } from './labeling.ts';

export type StartLabelProcess = StartChild<LabelRequest, Labeling>;
export type LabelOptions = AskOptions;
export type Labeler = (request: LabelRequest, options: LabelOptions) => Promise<Labeling>;

/** Labels in a process of its own, which is gone when the promise settles. */
export function createLabeler(start: StartLabelProcess): Labeler {
  return (request, options) => askChild(start, request, options);
}
