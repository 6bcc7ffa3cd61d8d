import { z } from 'zod';
import { decimal } from '../decimal.ts';
import { MachineModel } from '../machines.ts';
import {
  Beat,
  BeatAnswer,
  Claim,
  MOST_ANSWER_BYTES,
  TaskAnswer,
  TaskAttempt,
} from '../worker-protocol.ts';
import type { Route } from './route.ts';
import { at, body, bytes, json } from './route-parts.ts';

/** What `steno worker` asks for. */
export const workerRoutes = {
  claimTask: {
    ...at('post', '/v1/tasks/claim', 'worker'),
    summary: 'Claim a window to transcribe',
    description:
      'What `steno worker` asks for, once for each of its lanes. Waits up to 25 seconds for one. The answer is a line of JSON that says how to transcribe it, and then its samples: 16-bit, mono, 16 kHz.',
    request: body(Claim),
    responses: {
      200: bytes(
        'A window, which is the worker’s while it says that it lives.',
        'application/octet-stream',
      ),
      204: { description: 'None waits.' },
    },
  },
  beatTasks: {
    ...at('post', '/v1/tasks/beat', 'worker'),
    summary: 'Say that a worker lives, and what it does',
    description:
      'Every five seconds. A window that is not named for 15 seconds is given to another worker; the answer names those that are not this one’s any more.',
    request: body(Beat),
    responses: { 200: json('What the worker can stop.', BeatAnswer) },
  },
  answerTask: {
    ...at('post', '/v1/tasks/{task}/{attempt}', 'worker'),
    summary: 'Answer with the words of a window',
    description:
      'Or why there are none: then another transcribes it. What no engine says of a window counts as a failure of the worker’s.',
    maxBody: MOST_ANSWER_BYTES,
    request: {
      params: z.object({
        task: TaskAttempt.shape.task,
        attempt: decimal(TaskAttempt.shape.attempt),
      }),
      ...body(TaskAnswer),
    },
    responses: { 204: { description: 'It is stored, or passed on.' } },
  },
  getTaskModel: {
    ...at('get', '/v1/tasks/models/{sha256}', 'worker'),
    summary: 'Get the file of a model',
    description: 'By its digest, as a claimed window names it.',
    request: { params: MachineModel.pick({ sha256: true }) },
    responses: { 200: bytes('The file.', 'application/octet-stream') },
  },
} as const satisfies Record<string, Route>;
