import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  CreateTranscription,
  Transcription,
  TranscriptionStatus,
  type TranscriptionSummary,
} from '../../../shared/transcription/transcription.ts';
import {
  RecordingFilters,
  TranscriptionList,
} from '../../../shared/transcription/transcription-list.ts';
import { waitUntilOver } from '../../services/transcriptions/wait-until-over.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';

const MAX_WAIT_SECONDS = 45;

/** The id parameter of every tool. */
export const TranscriptionId = z.string().min(1).max(64).describe('Such as `trs_…`.');

const WaitSeconds = z
  .int()
  .min(0)
  .max(MAX_WAIT_SECONDS)
  .default(30)
  .describe('How long to wait for the end before answering.');

const options = CreateTranscription.shape;
const CreateInput = z.strictObject({
  url: options.url.describe('A recording on the public web, or the `url` of an uploaded file.'),
  language: options.language,
  model: options.model,
  structure: options.structure,
  speaker_recognition: options.speaker_recognition,
  speakers_expected: options.speakers_expected,
  track: options.track,
  vocabulary: options.vocabulary,
  spelling: options.spelling,
  translate: options.translate,
  project_id: options.project_id.describe(
    'The project it goes into: an id of list_projects, whose options count where others are left out.',
  ),
  wait_seconds: WaitSeconds,
  idempotency_key: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Sent again with the same request within 24 hours, it creates nothing new.'),
});

const State = z.object({
  notice: z.string(),
  transcription: Transcription.omit({ result: true }),
  next: z.string().describe('What to do now.'),
});

export function registerTranscriptionTools(server: McpServer, deps: ToolDependencies): void {
  registerFollowing(server, deps);
  // A read-only key is not offered the tools it would be refused.
  if (deps.principal.scope === 'read') return;
  registerCreate(server, deps);
  registerCancel(server, deps);
  registerContinue(server, deps);
}

function registerCreate(server: McpServer, deps: ToolDependencies): void {
  const { transcriptions, principal, logger, closing } = deps;
  server.registerTool(
    'create_transcription',
    {
      title: 'Transcribe a recording',
      description:
        'Starts a transcription and waits a while. When it is not over by then, call get_transcription with its id.',
      inputSchema: CreateInput,
      outputSchema: State,
      annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    ({ wait_seconds, idempotency_key, ...input }, { mcpReq }) =>
      answer(logger, async () => {
        const request = CreateTranscription.parse(input);
        const { transcription } = await transcriptions.create(request, principal, {
          idempotencyKey: idempotency_key,
          allowPrivate: false,
        });
        const signal = AbortSignal.any([mcpReq.signal, closing]);
        return toState(await waitFor(transcription.id, wait_seconds, deps, signal));
      }),
  );
}

function registerFollowing(server: McpServer, deps: ToolDependencies): void {
  const { transcriptions, principal, logger, closing } = deps;
  server.registerTool(
    'get_transcription',
    {
      title: 'How a transcription stands',
      description:
        'Status, progress and warnings of a transcription; waits for its end if asked to.',
      inputSchema: z.strictObject({ id: TranscriptionId, wait_seconds: WaitSeconds }),
      outputSchema: State,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id, wait_seconds }, { mcpReq }) =>
      answer(logger, async () => {
        const signal = AbortSignal.any([mcpReq.signal, closing]);
        return toState(await waitFor(id, wait_seconds, deps, signal));
      }),
  );
  server.registerTool(
    'list_transcriptions',
    {
      title: 'List transcriptions',
      description: "The newest first; `cursor` takes the last answer's `next_cursor`.",
      inputSchema: z.strictObject({
        limit: z.int().min(1).max(50).default(20),
        cursor: z.string().max(200).optional(),
        status: z.array(TranscriptionStatus).min(1).optional(),
        project_id: RecordingFilters.shape.project_id,
      }),
      outputSchema: TranscriptionList.extend({ notice: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (query) =>
      answer(logger, async () => ({
        notice: NOTICE,
        ...(await transcriptions.list(
          { ...query, sort: 'newest', versions: 'all', trash: false },
          principal,
        )),
      })),
  );
}

function registerCancel(
  server: McpServer,
  { transcriptions, principal, logger }: ToolDependencies,
) {
  server.registerTool(
    'cancel_transcription',
    {
      title: 'Cancel a transcription',
      description:
        'Ends a transcription that is not over. The text there is stays: continue_transcription goes on from there.',
      inputSchema: z.strictObject({ id: TranscriptionId }),
      outputSchema: State,
      annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ id }) => answer(logger, async () => toState(await transcriptions.cancel(id, principal))),
  );
}

function registerContinue(
  server: McpServer,
  { transcriptions, principal, logger }: ToolDependencies,
) {
  server.registerTool(
    'continue_transcription',
    {
      title: 'Continue a transcription',
      description:
        'Takes a failed or canceled transcription up where it stopped, or transcribes the parts again that a completed one lacks (warning part_failed), as a new one that begins with its text. Call get_transcription with the new id.',
      inputSchema: z.strictObject({ id: TranscriptionId }),
      outputSchema: State,
      annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    ({ id }) =>
      answer(logger, async () =>
        toState((await transcriptions.continue(id, principal)).transcription),
      ),
  );
}

function toState({ result: _, ...transcription }: Transcription): z.infer<typeof State> {
  return { notice: NOTICE, transcription, next: nextStep(transcription) };
}

function nextStep(transcription: TranscriptionSummary): string {
  const { status, error, eta_seconds, text_until, warnings } = transcription;
  if (status === 'completed') {
    const lacksParts = warnings.some(({ code }) => code === 'part_failed');
    const more = lacksParts ? ' Parts are missing: continue_transcription tries them again.' : '';
    return `Call read_transcript with this id.${more}`;
  }
  if (status === 'failed') {
    if (text_until !== null) {
      return 'It ended early. Call read_transcript for the text there is, or continue_transcription.';
    }
    return error?.retryable
      ? 'It failed; creating it again may work.'
      : 'It failed; the same request would fail again.';
  }
  const left = eta_seconds === null ? '' : ` About ${eta_seconds} seconds are left.`;
  return `It is not over.${left} Call get_transcription with this id.`;
}

/** @throws not_found; unauthorized when the key is revoked meanwhile */
async function waitFor(
  id: string,
  seconds: number,
  { revocations, ...deps }: ToolDependencies,
  signal: AbortSignal,
): Promise<Transcription> {
  using revoked = revocations.watch(deps.principal.keyId);
  return await waitUntilOver(id, deps, { ms: seconds * 1000, signal, revoked: revoked.signal });
}
