import type { Collection } from './collection.ts';
import { keepCopies, type ReadRecord, readOne } from './engine/read-one.ts';
import { openRecords } from './open-records.ts';
import type { RawRecord } from './record.ts';

/** Reads one record of a large collection, to which nobody listens. */
export function readLargeRecord<Row extends RawRecord>(collection: Collection<Row>, id: string): Promise<ReadRecord<Row>> {
  return openRecords().lend((engine) => readOne(engine, collection, id));
}

/** Has this browser keep these records of a large collection, sealed, for when nobody answers, and no others. */
export function keepLargeRecords<Row extends RawRecord>(collection: Collection<Row>, ids: readonly string[]): Promise<void> {
  return openRecords().lend((engine) => keepCopies(engine, collection, ids));
}
