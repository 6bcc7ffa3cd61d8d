/** What a transcription will cost, before it is created. */
import { z } from 'zod';

const bytes = (what: string) => z.int().nonnegative().nullable().describe(`${what}, in bytes.`);

/** The estimate for a transcription, before it is created. */
export const Quote = z
  .object({
    duration_seconds: z
      .number()
      .nonnegative()
      .nullable()
      .describe('What the recording says of itself; `null` when that is only known once decoded.'),
    points: z.int().nonnegative().nullable().describe('`null` while the length is not known.'),
    expected_seconds: z
      .int()
      .nonnegative()
      .nullable()
      .describe(
        'How long the work will take from the download on if all of it is speech and nothing else ' +
          'runs, by what this machine took before; `null` before its first recording with the model.',
      ),
    recording_bytes: bytes('Size of the recording'),
    disk_bytes: bytes('Needed on the disk while it is worked on'),
    memory_bytes: bytes('Estimated memory of the engine with the model'),
    model: z.string().nullable().describe('The model that would be used.'),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof Quote>;

/** One point per started minute of the recording. */
export function pointsFor(durationMs: number): number {
  return Math.ceil(durationMs / 60_000);
}
