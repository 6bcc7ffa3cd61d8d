/** What was recorded and is not yet with the service, kept in this browser: it outlives a page that crashes. */
import { z } from 'zod';
import { OpenRecording, RecordedTrack } from '../../../shared/recordings.ts';

/** A recording that this browser makes. */
export const Take = z.object({
  key: z.string(),
  request: OpenRecording,
  /** When the last sound of it was heard, by the system's clock. */
  heardAt: z.int(),
  /** The service's recording that takes its pieces now; `null` until it is opened. */
  recordingId: z.string().nullable(),
  /** The pieces before this one are in an earlier recording of the service, which had ended; so is this much sound. */
  firstPiece: z.int().nonnegative(),
  firstMs: z.int().nonnegative(),
  /** Moments that were marked, and are not with the service yet. */
  marks: z.array(z.int().nonnegative()),
});
export type Take = z.infer<typeof Take>;

const KeptPiece = z.object({
  key: z.string(),
  number: z.int().nonnegative(),
  samples: z.instanceof(Uint8Array<ArrayBuffer>),
  startMs: z.int().nonnegative(),
  gapMs: z.int().nonnegative(),
  missing: RecordedTrack.nullable(),
});
export type KeptPiece = z.infer<typeof KeptPiece>;

const TAKES = 'takes';
const PIECES = 'pieces';

export type Spool = ReturnType<typeof createSpool>;

/** Everything in it is asked for again after a crash, so each change is one transaction. */
export function createSpool() {
  const database = openDatabase();
  const within = async <Result>(
    mode: IDBTransactionMode,
    run: (store: (name: string) => IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const transaction = (await database).transaction([TAKES, PIECES], mode);
    const request = run((name) => transaction.objectStore(name));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  };
  const piecesOf = (key: string) => IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER]);

  return {
    putTake: (take: Take) => within('readwrite', (store) => store(TAKES).put(take)),
    /** With the recording as it stands then. */
    putPiece: (piece: KeptPiece, take: Take) =>
      within('readwrite', (store) => {
        store(TAKES).put(take);
        return store(PIECES).put(piece);
      }),
    takes: async (): Promise<Take[]> =>
      z.array(Take).parse(await within('readonly', (store) => store(TAKES).getAll())),
    /** The piece that is to be sent next. */
    async firstPiece(key: string): Promise<KeptPiece | null> {
      const found = await within<unknown[]>('readonly', (store) =>
        store(PIECES).getAll(piecesOf(key), 1),
      );
      return found[0] === undefined ? null : KeptPiece.parse(found[0]);
    },
    countPieces: (key: string): Promise<number> =>
      within('readonly', (store) => store(PIECES).count(piecesOf(key))),
    /** The service has it. */
    dropPiece: ({ key, number }: Pick<KeptPiece, 'key' | 'number'>) =>
      within('readwrite', (store) => store(PIECES).delete([key, number])),
    /** It is finished or discarded. */
    dropTake: (key: string) =>
      within('readwrite', (store) => {
        store(TAKES).delete(key);
        return store(PIECES).delete(piecesOf(key));
      }),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('recorder', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TAKES, { keyPath: 'key' });
      request.result.createObjectStore(PIECES, { keyPath: ['key', 'number'] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
