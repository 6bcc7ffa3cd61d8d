import { isDeepStrictEqual } from 'node:util';
import type { Provenance } from '../../../shared/transcription/provenance.ts';
import type { EngineInfo } from '../../engine/engine.ts';
import { processorName } from '../../processes/processor-name.ts';
import type { JobContext } from '../job-context.ts';

/** A model whose bytes are known. */
export type UsedModel = { name: string; sha256: string };

export type ProvenanceNotes = ReturnType<typeof createProvenanceNotes>;

/** Records which models transcribe a recording, also across the runs of an interrupted job. */
export function createProvenanceNotes(
  { job, patch }: Pick<JobContext, 'job' | 'patch'>,
  version: string,
) {
  let known = job.provenance;
  const store = async (next: Provenance): Promise<void> => {
    if (isDeepStrictEqual(next, known)) return;
    known = next;
    await patch({ provenance: JSON.stringify(next) });
  };
  return {
    /** The transcription's model is about to transcribe windows. */
    madeWith({ name, sha256 }: UsedModel, { version: whisper, device }: EngineInfo): Promise<void> {
      const before = known === null ? [] : [known.model, ...known.other_models];
      return store({
        engine: `Steno ${version}, whisper.cpp ${whisper}`,
        model: { name, sha256 },
        device: device
          ? { id: device.id, name: device.name }
          : { id: 'cpu', name: processorName() },
        other_models: before.filter((other) => other.sha256 !== sha256),
        ...(known?.machines && { machines: known.machines }),
      });
    },

    async recordModel({ name, sha256 }: UsedModel): Promise<void> {
      if (known === null) return;
      const { model, other_models: others } = known;
      if ([model, ...others].some((one) => one.sha256 === sha256)) return;
      await store({ ...known, other_models: [...others, { name, sha256 }] });
    },

    /** The other machines that have transcribed windows. */
    async madeOn(machines: readonly string[]): Promise<void> {
      if (known !== null && machines.length > 0) await store({ ...known, machines: [...machines] });
    },
  };
}
