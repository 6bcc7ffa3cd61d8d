import { ERRORS } from '../../../../../shared/error-catalogue.ts';
import { FIRST_BYTES, isNoRecording } from '../../../../../shared/sources/first-bytes.ts';
import { isMediaName } from '../../../../../shared/sources/media-extensions.ts';
import { uploadFile } from '../../../api/client.ts';
import { errorText } from '../../../api/error-text.ts';
import { pairTranscripts, sendTranscript } from '../../../api/given-transcripts.ts';
import { createStore } from '../../../stores/create-store.ts';
import { useLibrary, wishesForNew } from '../../../stores/library/library-store.ts';
import { notify, toasts } from '../../../stores/toasts.ts';
import type { Wishes } from '../../../text/recording-options.ts';

export type Upload = {
  id: string;
  file: File;
  /** Its transcript, which is used instead of transcribing it. */
  transcript: File | null;
  /** Its options, as they were set when it was added. */
  wishes: Wishes;
  /** Transcribe it even if the same recording was transcribed before. */
  force: boolean;
  state: 'waiting' | 'sending' | 'failed';
  /** The share that was sent, 0–1. */
  progress: number;
  error: string | null;
  /** Whether sending the same again may help. */
  canHelp: boolean;
  abort: AbortController;
};

const WAITING = { state: 'waiting', progress: 0, error: null, canHelp: true } as const;

const INITIAL = {
  uploads: [] as readonly Upload[],
  /** The sample that was started from the empty library, until it is opened. */
  sampleId: null as string | null,
};

export const useUploads = createStore(INITIAL, (set, get) => {
  const without = (id: string) =>
    set(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }));

  const change = (id: string, changes: Partial<Upload>) =>
    set(({ uploads }) => ({
      uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
    }));
  const fail = (id: string, error: string, canHelp = true) =>
    change(id, { state: 'failed', error, canHelp });

  const sendOne = async ({ id, file, transcript, wishes: usual, force, abort }: Upload) => {
    const { signal } = abort;
    if (signal.aborted) return;
    try {
      if (await cannotBeRecording(file)) return fail(id, ERRORS.unsupported_media.message, false);
      change(id, { state: 'sending', progress: 0, error: null });
      const given = transcript && (await sendTranscript(transcript, signal));
      if (given && 'refusal' in given) return fail(id, given.refusal);
      const wishes: Wishes = given === null ? usual : { ...usual, transcript: given.url };
      const stored = await uploadFile(file, {
        signal,
        onProgress: (progress) => change(id, { progress }),
      });
      const refusal = await (force || given !== null
        ? useLibrary.addAgain(stored.url, wishes)
        : useLibrary.add(stored.url, {
            name: file.name,
            wishes,
            again: () => void useUploads.send([file], { force: true, wishes }),
          }));
      if (refusal) fail(id, refusal);
      else without(id);
    } catch (thrown) {
      if (signal.aborted) return;
      fail(id, (await canBeRead(file)) ? errorText(thrown) : UNREADABLE);
    }
  };

  return {
    /** Sends files one after the other; each becomes a transcription, unless it was one before and `force` is not set. */
    send: async (
      files: readonly File[],
      { force = false, wishes = wishesForNew() }: { force?: boolean; wishes?: Wishes } = {},
    ) => {
      const { pairs, alone } = pairTranscripts(files);
      for (const { name } of alone) {
        toasts.add({
          title: name,
          description: 'Add this transcript together with its recording.',
        });
      }
      const added = pairs.map(({ file, transcript }): Upload => {
        const abort = new AbortController();
        return { ...WAITING, id: crypto.randomUUID(), file, transcript, wishes, force, abort };
      });
      set(({ uploads }) => ({ uploads: [...uploads, ...added] }));
      for (const upload of added) await sendOne(upload);
    },
    sendAgain: async (id: string) => {
      const failed = get().uploads.find((upload) => upload.id === id);
      if (failed?.state === 'failed') await sendOne(failed);
    },
    sendSample: (): Promise<void> =>
      notify(async () => {
        const before = new Set(useLibrary.getState().ids);
        await useUploads.send([await fetchSample()], { wishes: {} });
        const { ids } = useLibrary.getState();
        set({ sampleId: ids.find((id) => !before.has(id)) ?? null });
      }),
    /** Cancels an upload, or dismisses a failed one. */
    dismiss: (id: string) => {
      get()
        .uploads.find((upload) => upload.id === id)
        ?.abort.abort();
      without(id);
    },
    dismissAll: (of: 'waiting' | 'failed'): void => {
      const { uploads } = get();
      for (const { id, state } of uploads) if (state === of) useUploads.dismiss(id);
    },
  };
});

/** What is on its way ends with the page, which is not to be left by mistake. The desktop app only hides. */
window.addEventListener('beforeunload', (event) => {
  const isSending = useUploads.getState().uploads.some(({ state }) => state !== 'failed');
  if (isSending && !window.steno) event.preventDefault();
});

/** A text, a picture or the like need not be sent to find out; whatever else it may be, the service looks at. */
async function cannotBeRecording(file: File): Promise<boolean> {
  if (!isMediaName(file.name) && /^(?:text|image|font)\//.test(file.type)) return true;
  return isNoRecording(new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer()));
}

const UNREADABLE = 'This file cannot be read. Check that it is where it was, and choose it again.';

/** One that was moved or deleted, or whose disk is gone, cannot. */
const canBeRead = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

async function fetchSample(): Promise<File> {
  const response = await fetch('/sample.mp3');
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return new File([await response.blob()], 'Sample recording.mp3', { type: 'audio/mpeg' });
}
