/** What a start has found that the database does not know, and what became of it. */
import { z } from 'zod';
import { formatBytes } from './size.ts';

export const LossReason = z
  .enum(['log', 'backup', 'files'])
  .describe(
    'How it shows that something is lost: the database’s log was damaged, the database is a backup that was restored, or files in the folder are newer than the database.',
  );
export type LossReason = z.infer<typeof LossReason>;

export const Loss = z
  .object({
    found_at: z.iso.datetime().describe('The start at which it was noticed.'),
    reason: LossReason,
    recovered: z
      .array(z.string())
      .describe('The transcriptions that are made again from what was found.'),
    folder: z.string().describe('Where the rest lies.'),
    files: z.int().nonnegative().describe('How many files lie there.'),
    bytes: z.int().nonnegative().describe('How large they are together.'),
    kept_until: z.iso.datetime().describe('When they are deleted.'),
    message: z.string().describe('All of this in sentences for a person.'),
  })
  .meta({ id: 'Loss' });
export type Loss = z.infer<typeof Loss>;

export const LossList = z.object({ data: z.array(Loss) }).meta({ id: 'LossList' });
export type LossList = z.infer<typeof LossList>;

const REASONS: Record<LossReason, string> = {
  log: 'The log of the database was damaged while Steno was not running, so what was stored last is lost.',
  backup: 'The database is a backup that was restored, so what was stored since is lost.',
  files: 'The database is older than the files beside it, so what was stored since is lost.',
};

/** What was lost, what is made again and where the rest is. */
export function describeLoss(loss: Omit<Loss, 'message'>): string {
  const { reason, recovered, files, bytes, folder } = loss;
  const made =
    recovered.length === 0
      ? 'No recording of it was found to transcribe again.'
      : `${counted(recovered.length, 'recording')} of it could be found and ${recovered.length === 1 ? 'is' : 'are'} transcribed again.`;
  const rest =
    files === 0
      ? ''
      : ` What else was found (${counted(files, 'file')}, ${formatBytes(bytes)}) is in ${folder} until ${loss.kept_until.slice(0, 10)}.`;
  return `${REASONS[reason]} ${made}${rest}`;
}

function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
