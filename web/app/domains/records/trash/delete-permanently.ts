import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable, callDatabase } from '../../../lib/backend.ts';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { openIndexedDbStore } from '../indexed-db-store.ts';
import { restRecordsServer } from '../records-server.ts';
import { openTabs, type Tabs } from '../tabs.ts';

/** `still_there`: it was brought back elsewhere, or the server has not heard of its removal. */
export type PermanentDeleteFailure = BackendFailure | { readonly code: 'still_there' };

/** Ids asked for at once: they stand in an address. */
const idsAtOnce = 100;

let tabs: Tabs | undefined;

/** Has one record of the trash gone for good: on the server, and then in this browser, in every tab of it. */
export async function deletePermanently(collection: string, id: string): Promise<Result<undefined, PermanentDeleteFailure>> {
  const asked = await callDatabase('let_go_of_records', { collection, ids: [id] }, z.number().check(z.int()));
  if (!asked.ok) return asked;
  if (asked.value > 0) return fail({ code: 'still_there' });
  await forget(collection, [id]);
  return succeed(undefined);
}

/**
 * Forgets what this browser has in its trash and the server has no more, because another browser deleted it permanently: nothing else
 * tells of that. Nothing is forgotten where the server does not answer, or not to this session.
 */
export async function forgetWhatIsGone(collection: string, removedIds: readonly string[]): Promise<void> {
  const ids = removedIds.slice(0, idsAtOnce);
  const there = await askTable((client) => client.from(collection).select('id').in('id', ids), z.array(z.object({ id: z.string() })));
  if (!there.ok) return;
  const gone = ids.filter((id) => !there.value.some((row) => row.id === id));
  // To a session that ended every table is empty.
  const session = gone.length === 0 ? undefined : await restRecordsServer.hasSession();
  if (session?.ok && session.value) await forget(collection, gone);
}

async function forget(collection: string, ids: readonly string[]): Promise<void> {
  const store = await openIndexedDbStore(indexedDB).catch(() => undefined);
  await store?.drop(collection, ids);
  tabs ??= openTabs();
  tabs.tell({ kind: 'gone', collection, ids });
}
