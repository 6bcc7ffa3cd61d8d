import { z } from 'zod';
import {
  type MediaExport,
  type MediaExportInput,
  partStem,
} from '../../../../../shared/exports/media-export.ts';
import { routes } from '../../../../../shared/routes/routes.ts';
import type { ServerEvent } from '../../../../../shared/server-event.ts';
import { isVideoName } from '../../../../../shared/sources/media-extensions.ts';
import type { TimeSpan } from '../../../../../shared/time.ts';
import type { Transcription } from '../../../../../shared/transcription/transcription.ts';
import { client } from '../../../api/client.ts';
import { saveFile, saveFrom } from '../../../api/save-file.ts';
import { createBrowserStorage } from '../../../stores/browser-storage.ts';
import { createStore } from '../../../stores/create-store.ts';
import { notify, toasts } from '../../../stores/toasts.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import {
  type ExportedLanguage,
  useTranslations,
} from '../../../stores/transcript/translation-store.ts';
import { explain } from '../../../text/error-advice.ts';
import { formatProgress } from '../../../text/format.ts';

/** What the dialog is open for: a part of the recording, or its video with subtitles. */
type Asked = { kind: 'clip'; span: TimeSpan } | { kind: 'video' };

/** The exports started here, by their ids at the service, also after the page is reloaded. */
const Making = z.record(z.string(), z.object({ name: z.string() }));
const kept = createBrowserStorage('media-exports', Making, {}, sessionStorage);

export type MediaChoice = {
  picture: boolean;
  /** `beside`: a file of their own. */
  subtitles: 'none' | 'beside' | 'track' | 'burned';
};

const INITIAL = {
  asked: null as Asked | null,
};

/** Exports of the recording: clips, and video with subtitles. A message shows their progress. */
export const useMediaExports = createStore(INITIAL, (set, get) => {
  let making = kept.read();
  /** The messages, by the ids of the exports. */
  const shown = new Map<string, { toast: string; percent: number }>();

  const remember = (next: z.infer<typeof Making>) => {
    making = kept.write(next);
  };
  const forget = (id: string) => {
    const { [id]: _, ...rest } = making;
    remember(rest);
    const message = shown.get(id);
    shown.delete(id);
    if (message) toasts.close(message.toast);
  };

  const tell = ({ id, status, progress }: MediaExport, name: string) => {
    const percent = Math.floor(progress * 20) * 5;
    const before = shown.get(id);
    const description =
      status === 'waiting' ? 'Waits for another file.' : formatProgress(percent / 100);
    const message = {
      title: `Making the ${name}…`,
      description,
      timeout: 0,
      actionProps: { children: 'Cancel', onClick: () => void cancel(id) },
    };
    if (!before) shown.set(id, { toast: toasts.add(message), percent });
    else if (before.percent !== percent || status === 'waiting') {
      toasts.update(before.toast, message);
      before.percent = percent;
    }
  };

  const cancel = (id: string) =>
    notify(async () => {
      forget(id);
      await client.deleteMediaExport(id);
    });

  const saveSubtitles = async (id: string, span: TimeSpan) => {
    const { bilingual = false, ...chosen } = language(id);
    const { file, filename } = await client.exportTranscription(id, {
      ...layout(),
      ...chosen,
      ...(bilingual && { bilingual: 'true' as const }),
      ...partOf(span),
      format: 'srt',
    });
    // The same name as the clip's, so that players find them.
    saveFile(file, `${partStem(filename.replace(/(\.\w+)?\.srt$/, ''), partOf(span))}.srt`);
  };

  const take = (now: MediaExport) => {
    const ours = making[now.id];
    if (!ours) return;
    if (now.status === 'waiting' || now.status === 'running') return tell(now, ours.name);
    forget(now.id);
    if (now.error) {
      const title = `The ${ours.name} could not be made`;
      toasts.add({ title, description: explain(now.error), timeout: 0, priority: 'high' });
      void client.deleteMediaExport(now.id).catch(() => {});
      return;
    }
    saveFrom(routes.getMediaExportFile.path.replace('{export_id}', now.id));
  };

  return {
    ask: (asked: Asked | null) => set({ asked }),

    /** Requests an export; the file is saved when it is ready. */
    make: (id: string, { picture, subtitles }: MediaChoice) =>
      notify(async () => {
        const { asked } = get();
        if (!asked) return;
        set({ asked: null });
        // The current edit is part of the subtitles.
        await useEdits.save();
        const span = asked.kind === 'clip' ? asked.span : null;
        const beside = subtitles === 'beside';
        const request: MediaExportInput = {
          ...layout(),
          ...language(id),
          ...partOf(span),
          picture,
          subtitles: beside ? 'none' : subtitles,
        };
        const begun = await client.createMediaExport(id, request);
        remember({ ...making, [begun.id]: { name: asked.kind } });
        take(begun);
        if (beside && span) await saveSubtitles(id, span);
        // It may have progressed before this page knew of it.
        take(await client.getMediaExport(begun.id));
      }),

    onEvent: (event: ServerEvent) => {
      if (event.type === 'media_export') take(event.media_export);
      if (event.type === 'media_export_deleted') forget(event.id);
    },

    reload: async () => {
      for (const id of Object.keys(making)) {
        await client.getMediaExport(id).then(take, () => forget(id));
      }
    },
  };
});

/** Browsers do not play every video: for such an upload, only its file may have the picture. */
export function mayHavePicture({ source, result }: Transcription): boolean {
  if (!result?.media) return false;
  const isVideo = result.media.type.startsWith('video/');
  return isVideo || (source.type === 'upload' && isVideoName(source.title ?? ''));
}

function layout() {
  const { speakers, wording, max_chars_per_line, max_lines } = useExport.getState().choice;
  return {
    speakers,
    wording,
    max_lines,
    ...(max_chars_per_line !== undefined && { max_chars_per_line }),
  };
}

function language(transcription: string): Partial<ExportedLanguage> {
  const { id, exported } = useTranslations.getState();
  return id === transcription && exported !== null ? exported : {};
}

function partOf(span: TimeSpan | null) {
  return span ? { from: span.startMs / 1000, to: span.endMs / 1000 } : {};
}
