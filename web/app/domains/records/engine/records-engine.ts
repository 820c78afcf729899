import type { Result } from '@castellan/foundation/result';
import { createSerialQueue } from '../../../lib/serial-queue.ts';
import type { Collection } from '../collection.ts';
import type { Decision, EditFailure, EditHow, Feed } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';
import { collectionFeed, keepEdits } from './collection-feed.ts';
import { assembleEngine, type EngineParts, type EnginePorts } from './engine-parts.ts';
import { hideUnfinished } from './hide-unfinished.ts';
import type { CollectionEdits } from './undo-history.ts';

/** The engine's parts, with the plain store and server below them. */
export type LentEngine = EngineParts & {
  readonly ports: Pick<EnginePorts, 'store' | 'server'>;
  /** Runs work after every edit before it. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
};

/** All collections of this browser. */
export type RecordsEngine = {
  /** Opens a collection for a tool, whose Undo takes back what is edited through the feed. Without one the collection is its own. */
  readonly open: <Row extends RawRecord>(collection: Collection<Row>, tool?: string) => Feed<Row>;
  /** Lends its parts to work that few pages want and that comes with their code (`read-one.ts`). */
  readonly lend: <Value>(work: (engine: LentEngine) => Value) => Value;
  /** Takes edits of several collections as one step of the tool's Undo: all of them are kept, or none. They are sent in this order. */
  readonly editTogether: (tool: string, together: readonly CollectionEdits[], how?: EditHow) => Promise<Result<undefined, EditFailure>>;
  /** Takes the tool's last edit back by another one; `false` where it has none. Edits of other tools stay. */
  readonly undo: (tool: string) => Promise<boolean>;
  /**
   * Resolves a change that was refused or conflicts. What loses a conflict is kept first, as its collection says. Rejects where the code
   * for it cannot be fetched, or the vault closed; then nothing was decided.
   */
  readonly decide: (sequence: number, decision: Decision) => Promise<void>;
  /** Deletes permanently what has been in the trash for 30 days. Where it fails, the next opening does it. */
  readonly emptyTrash: () => Promise<void>;
  /** Tries to send what waits; resolves with how much still does. */
  readonly flush: () => Promise<number>;
};

/** Makes the engine. Nothing is opened or asked before the first collection is listened to, written, or flushed. */
export function createRecordsEngine(ports: EnginePorts): RecordsEngine {
  const parts = assembleEngine(ports);
  const { start, outbox, history } = parts;
  // One after the other, so that each edit is made from what the one before left.
  const inTurn = createSerialQueue();
  return {
    open: (collection, tool = collection.name) => {
      const feedOf = <Row extends RawRecord>(one: Collection<Row>) =>
        collectionFeed(ports, parts, one, (edits, how) => inTurn(() => keepEdits(parts, tool, [{ collection: one, edits }], how)));
      const feed = feedOf(collection);
      return collection.imports === undefined ? feed : hideUnfinished(feed, feedOf(collection.imports));
    },
    lend: (work) => work({ ...parts, ports, inTurn }),
    editTogether: (tool, together, how) => inTurn(() => keepEdits(parts, tool, together, how)),
    undo: (tool) =>
      inTurn(async () => {
        const last = history.pop(tool);
        if (last === undefined || !last.every(({ collection }) => parts.isWritable(collection))) return false;
        await parts.apply(last);
        return true;
      }),
    decide: (sequence, decision) => inTurn(() => outbox.decide(sequence, decision)),
    emptyTrash: async () => void (await parts.server.emptyTrash()),
    flush: async () => {
      await start();
      await outbox.send();
      return outbox.queue().length;
    },
  };
}
