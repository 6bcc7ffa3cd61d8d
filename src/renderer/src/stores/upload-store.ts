import { create } from 'zustand';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { fetchSample } from '../api/sample.ts';
import { useLibrary } from './library-store.ts';
import { notify } from './toasts.ts';

export type Upload = { id: string; name: string; error: string | null; abort: AbortController };

type UploadStore = {
  uploads: readonly Upload[];
  /** Sends the files one after the other; each becomes a transcription, unless it did before and `anew` is not set. */
  send: (files: readonly File[], anew?: boolean) => Promise<void>;
  /** Sends the recording that comes with Steno. */
  sendSample: () => Promise<void>;
  /** Stops an upload, or puts away one that failed. */
  dismiss: (id: string) => void;
};

export const useUploads = create<UploadStore>()((set, get) => {
  const without = (id: string) =>
    set(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }));

  const fail = (id: string, error: string) =>
    set(({ uploads }) => ({
      uploads: uploads.map((upload) => (upload.id === id ? { ...upload, error } : upload)),
    }));

  const sendOne = async (upload: Upload, file: File, anew: boolean) => {
    if (upload.abort.signal.aborted) return;
    try {
      const stored = await client.uploadFile(file, file.name, upload.abort.signal);
      const { add, addAnew } = useLibrary.getState();
      const refusal = await (anew
        ? addAnew(stored.url)
        : add(stored.url, () => void get().send([file], true)));
      if (refusal) fail(upload.id, refusal);
      else without(upload.id);
    } catch (thrown) {
      if (!upload.abort.signal.aborted) fail(upload.id, errorText(thrown));
    }
  };

  return {
    uploads: [],
    send: async (files, anew = false) => {
      const added = files.map((file) => ({
        file,
        upload: {
          id: crypto.randomUUID(),
          name: file.name,
          error: null,
          abort: new AbortController(),
        },
      }));
      set(({ uploads }) => ({ uploads: [...uploads, ...added.map(({ upload }) => upload)] }));
      for (const { file, upload } of added) await sendOne(upload, file, anew);
    },
    sendSample: () => notify(async () => get().send([await fetchSample()])),
    dismiss: (id) => {
      get()
        .uploads.find((upload) => upload.id === id)
        ?.abort.abort();
      without(id);
    },
  };
});
