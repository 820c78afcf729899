import type { SendFailure } from '../../../../web/app/domains/vault/files/send-file.ts';
import { sendFile } from '../../../../web/app/domains/vault/files/send-file.ts';
import type { SentFile } from '../../../../web/app/domains/vault/files/stored-file.ts';
import type { FileReading } from '../note-file-bytes.ts';

/** A large file on its way to the storage or from it. */
export type Transfer = {
  readonly id: number;
  readonly way: 'adding' | 'fetching';
  readonly name: string;
  readonly bytes: number;
  readonly done: number;
  /** It waits for the one before it, or for the owner's word after a failure, as a sentence. */
  readonly state: 'waiting' | 'running' | { readonly fault: string };
};

/** What long work is handed: how to say how far it is, and what calls it off. */
export type TransferWork = { readonly onProgress: (bytes: number) => void; readonly signal: AbortSignal };

/** Large files on their way, one after the other, so that parts of one alone are in memory. */
export type Transfers = {
  readonly read: () => readonly Transfer[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Stores a file. `undefined` where the owner gave it up; what failed waits for the owner's word before that. */
  readonly send: (name: string, source: Blob) => Promise<SentFile | undefined>;
  /** Reads a file; a cancelled one is a fault of its own. */
  readonly fetch: (name: string, bytes: number, read: (work: TransferWork) => Promise<FileReading>) => Promise<FileReading>;
  readonly cancel: (id: number) => void;
  readonly tryAgain: (id: number) => void;
  /** Calls everything off: the notes are closed. */
  readonly end: () => void;
};

/** How a failure is told. Nothing is left of the file in the storage, as far as that answers. */
const sendFaults: Partial<Record<SendFailure['code'], string>> = {
  away: 'It was not saved: the server does not answer.',
  storage_full: 'It was not saved: the storage is full. Delete files permanently, or raise STORAGE_MB_PER_ACCOUNT.',
  source_unreadable: 'It was not saved: it was moved or changed on the disk. Add it again.',
  refused: 'It was not saved: the server refused it.',
  missing: 'It was not saved: the server has no storage for files. Update and restart it.',
};
const otherFault = 'It was not saved: what seals it could not be loaded. Try again.';

type Options = { readonly sendOne?: typeof sendFile };

/** Makes the list of transfers. Whoever makes it ends it. */
export function createTransfers({ sendOne = sendFile }: Options = {}): Transfers {
  let shown: readonly Transfer[] = [];
  let last = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const stops = new Map<number, AbortController>();
  const decisions = new Map<number, (again: boolean) => void>();
  const put = (next: readonly Transfer[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, changed: Partial<Transfer>) => put(shown.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const begin = (way: Transfer['way'], name: string, bytes: number) => {
    last += 1;
    const stop = new AbortController();
    stops.set(last, stop);
    put([...shown, { id: last, way, name, bytes, done: 0, state: 'waiting' }]);
    return {
      id: last,
      signal: stop.signal,
      onProgress: (
        (id) => (done: number) =>
          change(id, { done })
      )(last),
    };
  };
  const finish = (id: number) => {
    stops.delete(id);
    decisions.delete(id);
    put(shown.filter((one) => one.id !== id));
  };
  /** Runs work when that before it is over. */
  const inTurn = <Value>(id: number, work: () => Promise<Value>): Promise<Value> => {
    const mine = turn.then(() => {
      change(id, { state: 'running', done: 0 });
      return work();
    });
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: async (name, source) => {
      const { id, ...work } = begin('adding', name, source.size);
      for (;;) {
        const sent = await inTurn(id, async () => (work.signal.aborted ? undefined : sendOne(source, work)));
        if (sent?.ok === true || work.signal.aborted) {
          finish(id);
          return sent?.ok === true ? sent.value : undefined;
        }
        change(id, { state: { fault: sendFaults[sent?.failure.code ?? 'never'] ?? otherFault } });
        if (!(await new Promise<boolean>((decide) => decisions.set(id, decide)))) {
          finish(id);
          return undefined;
        }
      }
    },
    fetch: async (name, bytes, read) => {
      const { id, ...work } = begin('fetching', name, bytes);
      const came = await inTurn(id, async (): Promise<FileReading> => (work.signal.aborted ? { fault: 'cancelled' } : read(work)));
      finish(id);
      return came;
    },
    cancel: (id) => {
      stops.get(id)?.abort();
      decisions.get(id)?.(false);
    },
    tryAgain: (id) => decisions.get(id)?.(true),
    end: () => {
      for (const [id, stop] of stops) {
        stop.abort();
        decisions.get(id)?.(false);
      }
    },
  };
}
