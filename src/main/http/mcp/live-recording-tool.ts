import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LiveRecording, LiveText, LiveTextQuery } from '../../../shared/recordings.ts';
import { AppError } from '../../core/errors.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';

const Recording = LiveRecording.pick({
  id: true,
  status: true,
  title: true,
  duration: true,
  created_at: true,
  transcription_id: true,
});

/** `read_live_recording`: what is said while it is recorded. An agent never begins or ends a recording. */
export function registerLiveRecordingTool(server: McpServer, deps: ToolDependencies): void {
  const { liveRecordings, principal, logger } = deps;
  server.registerTool(
    'read_live_recording',
    {
      title: 'Read what is being recorded',
      description:
        'The text so far of a recording that is being made: `segments` are firm, `provisional` may still change. Without an id, the newest one. Call again with `from` for what was said since. Once it is finished, read the transcript of its `transcription_id`.',
      inputSchema: z.strictObject({
        id: z.string().max(64).optional(),
        from: LiveTextQuery.shape.from,
      }),
      outputSchema: z.object({
        notice: z.string(),
        recording: Recording,
        next_from: z.int().nonnegative().describe('What `from` is the next time.'),
        ...LiveText.shape,
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id, from }) =>
      answer(logger, async () => {
        const [newest] = liveRecordings.list(principal).data;
        const chosen = id === undefined ? newest : liveRecordings.get(id, principal);
        if (!chosen) throw new AppError('not_found', { message: 'Nothing is being recorded.' });
        const text = liveRecordings.text(chosen.id, from, principal);
        const recording = Recording.parse(chosen);
        return { notice: NOTICE, recording, next_from: from + text.segments.length, ...text };
      }),
  );
}
