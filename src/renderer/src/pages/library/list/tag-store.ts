import { casefold } from '../../../../../shared/casefold.ts';
import type { TagList } from '../../../../../shared/transcription/update-transcription.ts';
import { client } from '../../../api/client.ts';
import { createStore } from '../../../stores/create-store.ts';
import {
  eachRecording,
  knownRecording,
  showRecording,
} from '../../../stores/library/change-recordings.ts';
import { notify } from '../../../stores/toasts.ts';

const INITIAL = {
  /** The tags in use, by name. */
  tags: [] as TagList['data'],
  /** How many recordings a change has still to reach. */
  left: 0,
};

/** The tags of recordings. */
export const useTags = createStore(INITIAL, (set) => {
  /** One after the other, for each begins with the tags that the one before has left. */
  let last: Promise<void> = Promise.resolve();
  return {
    reload: async () => set({ tags: (await client.listTags()).data }),
    /** Others may have given some since. */
    load: () => notify(useTags.reload),
    /** Adds a tag to these recordings, or removes it. */
    change: (ids: readonly string[], tag: string, wanted: boolean): Promise<void> => {
      const work = async () => {
        set({ left: ids.length });
        await eachRecording(ids, async (id) => {
          const tags = knownRecording(id)?.tags ?? [];
          const others = tags.filter((one) => casefold(one) !== casefold(tag));
          const changed = wanted ? [...others, tag] : others;
          showRecording(await client.updateTranscription(id, { tags: changed }));
          set(({ left }) => ({ left: left - 1 }));
        });
        await useTags.reload();
      };
      last = last.then(() => notify(work)).finally(() => set({ left: 0 }));
      return last;
    },
  };
});
