import { answerRequest, type ChildWork } from '../../child-program.ts';

/** In a utility process of the desktop app. */
export function answerPort<Request, Result>(work: ChildWork<Request, Result>): void {
  process.parentPort.on('message', ({ data }: { data: Request }) => {
    void answerRequest(work, data, (message) => process.parentPort.postMessage(message));
  });
}
