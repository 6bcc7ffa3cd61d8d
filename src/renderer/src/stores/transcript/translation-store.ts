import type { ServerEvent } from '../../../../shared/server-event.ts';
import type { TranslatedCue, Translation } from '../../../../shared/subtitles/translations.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../create-store.ts';
import { notify } from '../toasts.ts';
import { useEdits } from './edit-store.ts';

/** The language of a file that is exported, with the original above it or alone. */
export type ExportedLanguage = { language: string; bilingual: boolean };

const NONE = {
  /** In the order they were requested. */
  translations: [] as readonly Translation[],
  /** The language shown; `null` for the original. */
  shown: null as string | null,
  /** The cues shown; `null` until loaded. */
  cues: null as readonly TranslatedCue[] | null,
  /** The choice for export; `null` for the original. */
  exported: null as ExportedLanguage | null,
  /** The language of one that was finished while another was shown. */
  ready: null as string | null,
};

/** `id` is the transcription they belong to. */
const INITIAL = { id: null as string | null, ...NONE };

export const useTranslations = createStore(INITIAL, (set, get) => {
  const loadCues = async (id: string, language: string): Promise<void> => {
    const { data } = await client.listTranslatedCues(id, language);
    if (get().id === id && get().shown === language) set({ cues: data });
  };

  /** A removed translation is neither shown nor exported. */
  const put = (translations: readonly Translation[]) => {
    const { shown, exported } = get();
    const isThere = (language: string | undefined) =>
      translations.some((one) => one.language === language && one.finished !== null);
    set({
      translations,
      ...(shown !== null && !isThere(shown) && { shown: null, cues: null }),
      ...(!isThere(exported?.language) && { exported: null }),
    });
  };

  const take = (translation: Translation) => {
    const { id, translations, shown } = get();
    const before = translations.find(({ language }) => language === translation.language);
    put([...translations.filter((one) => one !== before), translation]);
    // One that was canceled is completed as well: what was finished before is there still.
    const isNewer = before?.finished?.completed_at !== translation.finished?.completed_at;
    if (before && isNewer && shown !== translation.language) set({ ready: translation.language });
    if (id !== null && isNewer && shown === translation.language) {
      void notify(() => loadCues(id, translation.language));
    }
  };

  return {
    load: (id: string) =>
      notify(async () => {
        if (get().id !== id) set({ id, ...NONE });
        const { data } = await client.listTranslations(id);
        if (get().id === id) put(data);
      }),

    reload: async (): Promise<void> => {
      const { id } = get();
      if (id !== null) await useTranslations.load(id);
    },

    onEvent: (event: ServerEvent) => {
      const { id, translations } = get();
      if (event.type === 'translation' && event.id === id) take(event.translation);
      if (event.type === 'translation_deleted' && event.id === id) {
        put(translations.filter(({ language }) => language !== event.language));
      }
    },

    request: (language: string) =>
      notify(async () => {
        const { id } = get();
        if (id === null) return;
        // The service translates what it knows.
        await useEdits.save();
        take(await client.createTranslation(id, { language }));
      }),

    /** One that is finished meanwhile stays. */
    cancel: (language: string) =>
      notify(async () => {
        const { id } = get();
        if (id !== null) await client.cancelTranslation(id, language);
      }),

    remove: (language: string) =>
      notify(async () => {
        const { id } = get();
        if (id !== null) await client.deleteTranslation(id, language);
      }),

    show: (language: string | null) =>
      notify(async () => {
        const { id, shown, cues } = get();
        set({ shown: language, cues: null, ready: null });
        try {
          if (id !== null && language !== null) await loadCues(id, language);
        } catch (thrown) {
          // What was shown before is shown still.
          if (get().shown === language) set({ shown, cues });
          throw thrown;
        }
      }),

    choose: (exported: ExportedLanguage | null) => set({ exported }),
  };
});
