import { succeed } from '@castellan/foundation/result';
import type { Change } from '../change.ts';
import type { Fields, RawRecord } from '../record.ts';
import type { RecordWrite, ServerFailure } from '../records-server.ts';
import { type BatchOutcome, compare, comparisons, failed, reasonOf, refuse, type SendPorts, unseen } from './send-outcomes.ts';
import { type Batch, pairOf, readOthers, settleAll } from './send-together.ts';

/** How one change is sent by itself. */
type SendOne = (change: Change) => Promise<BatchOutcome>;

/**
 * Sends neighbouring changes of sealed records with one request: each of them writes the vault's manifest, so that a thousand cost one
 * writing of it. What conflicts is sent by itself before; what the server refuses is halved until it is one change, which keeps the
 * reason.
 */
export async function sendMany(ports: SendPorts, batch: Batch, sendOne: SendOne): Promise<BatchOutcome> {
  let seen: ReadonlyMap<Change, RawRecord> = new Map(
    batch.flatMap((change) => pairOf(change, change.kind === 'create' ? undefined : ports.rowOf(change.collection, change.recordId))),
  );
  for (let tries = 0; tries < comparisons; tries += 1) {
    const read = await readOthers(ports, batch, seen);
    if (!read.ok) return failed(ports, batch[0], read.failure);
    seen = read.value;
    const planned = await writesOf(ports, batch, seen);
    if (planned === undefined) break;
    const { writes, written, conflicting } = planned;
    if (conflicting !== undefined) return sendConflicting(ports, conflicting, sendOne);
    const asked = writes.length === 0 ? succeed([]) : await ports.server.writeTogether(writes);
    if (asked.ok) {
      await settleAll(ports, batch, new Map([...seen, ...written.flatMap((change, index) => pairOf(change, asked.value[index]))]));
      return 'done';
    }
    if (asked.failure.code !== 'refused') return failed(ports, batch[0], asked.failure);
    if (asked.failure.reason !== 'PT409') return halve(ports, batch, asked.failure, sendOne);
    seen = new Map();
  }
  return { kind: 'away', retryAfterMs: undefined };
}

/** What is to be written, and the first change that cannot be made over the row as it is; `undefined` where nothing can be decided now. */
async function writesOf(ports: SendPorts, batch: Batch, seen: ReadonlyMap<Change, RawRecord>) {
  const writes: RecordWrite[] = [];
  const written: Change[] = [];
  const conflicting = (change: Change, theirs?: Fields) => ({ writes, written, conflicting: { change, theirs } });
  for (const change of batch) {
    const { collection, recordId: id, values } = change;
    const row = seen.get(change);
    if (change.kind === 'create') writes.push({ collection, id, values });
    else if (row === undefined) return conflicting(change);
    else {
      const compared = await compare(ports, change, row);
      if (compared === undefined) return undefined;
      const { send, theirs } = compared;
      if (theirs !== undefined) return conflicting(change, theirs);
      if (Object.keys(send).length === 0) continue;
      writes.push({ collection, id, values: send, expected_version: row.version, row });
    }
    written.push(change);
  }
  return { writes, written, conflicting: undefined };
}

type Conflicting = { readonly change: Change; readonly theirs: Fields | undefined };

/** Whatever is left of the batch is put together anew. Of what an import changes in a record, all is sent or nothing. */
async function sendConflicting(ports: SendPorts, { change, theirs }: Conflicting, sendOne: SendOne): Promise<BatchOutcome> {
  if (theirs === undefined) return unseen(ports, change);
  if (change.step?.isImport === true) await ports.store.replace({ ...change, trouble: { kind: 'conflict', theirs } });
  const outcome = change.step?.isImport === true ? 'conflicted' : await sendOne(change);
  return outcome === 'done' ? 'conflicted' : outcome;
}

type Refusal = ServerFailure & { readonly code: 'refused' };

async function halve(ports: SendPorts, batch: Batch, refusal: Refusal, sendOne: SendOne): Promise<BatchOutcome> {
  const half = Math.ceil(batch.length / 2);
  const [first, second] = [batch.slice(0, half), batch.slice(half)];
  const [only] = first;
  if (only === undefined || batch.length === 1) return only?.kind === 'change' ? refuse(ports, only, reasonOf(refusal)) : sendOne(batch[0]);
  const outcome = await sendMany(ports, [only, ...first.slice(1)], sendOne);
  const [next, ...rest] = second;
  // What belongs to something that is refused is not to be sent: the batch is put together anew.
  return outcome !== 'done' || next === undefined ? outcome : sendMany(ports, [next, ...rest], sendOne);
}
