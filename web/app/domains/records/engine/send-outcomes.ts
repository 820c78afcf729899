import { type Change, type MergeOf, mergesBy, type Reconciled, reconcile } from '../change.ts';
import type { RawRecord } from '../record.ts';
import type { RecordsServer, ServerFailure } from '../records-server.ts';
import type { RecordsStore } from '../records-store.ts';

/** How a round of sending ended: all that could be sent was; the vault closed meanwhile; nobody answers for now; the session is over. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'vault-closed' }
  | { readonly kind: 'away'; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'signed-out' };

/** What sending needs from outside. */
export type SendPorts = {
  readonly store: RecordsStore;
  readonly server: RecordsServer;
  /** Whether sending is to stop before the next request. */
  readonly isPaused: () => boolean;
  /** Characters that a change adds to a request with others; `undefined` where it is not sent with others. */
  readonly charactersOf: (change: Change) => number | undefined;
  /** How a collection joins two sides of a field. Rejects where that code cannot be fetched now. */
  readonly mergesOf: (collection: string) => Promise<MergeOf>;
  /** The newest row that this page has of a record, so that the server need not be asked first. */
  readonly rowOf: (collection: string, id: string) => RawRecord | undefined;
  /** Told of rows as the server gave them, once they are stored. */
  readonly onRows: (collection: string, rows: readonly RawRecord[]) => void;
};

/** How sending some changes ended. */
export type BatchOutcome = 'done' | 'conflicted' | Exclude<SendOutcome, { kind: 'sent' }>;

/** How often a change is compared again because the record changed between asking and writing. */
export const comparisons = 8;

/**
 * Compares a change with the row it meets. Only where both sides changed a field is it asked how its collection joins them; `undefined`
 * where that cannot be had now, so that nothing is decided.
 */
export async function compare(ports: SendPorts, change: Change, row: RawRecord): Promise<Reconciled | undefined> {
  const alone = reconcile(change, row, mergesBy(undefined));
  if (alone.theirs === undefined) return alone;
  try {
    return reconcile(change, row, await ports.mergesOf(change.collection));
  } catch {
    return undefined;
  }
}

const goneReason = 'The record is not on the server any more.';

/** Keeps the server's rows and lets go of the changes that they answer. */
export async function settle(ports: SendPorts, collection: string, changes: readonly Change[], rows: readonly RawRecord[]): Promise<void> {
  await ports.store.settle(
    collection,
    changes.map(({ sequence }) => sequence),
    rows,
  );
  ports.onRows(collection, rows);
}

/** A record that is not to be seen is missing only if this session sees records at all. */
export async function unseen(ports: SendPorts, change: Change): Promise<BatchOutcome> {
  const asked = await ports.server.hasSession();
  if (!asked.ok) return failed(ports, change, asked.failure);
  if (!asked.value) return { kind: 'signed-out' };
  return refuse(ports, change, goneReason);
}

/** What becomes of a change that the server did not make. */
export async function failed(ports: SendPorts, change: Change, failure: ServerFailure): Promise<BatchOutcome> {
  switch (failure.code) {
    case 'refused':
      return refuse(ports, change, reasonOf(failure));
    case 'unauthorized':
      return { kind: 'signed-out' };
    case 'vault_closed':
      return { kind: 'vault-closed' };
    case 'rate_limited':
      return { kind: 'away', retryAfterMs: failure.retryAfterSeconds * 1000 };
    default:
      return { kind: 'away', retryAfterMs: undefined };
  }
}

/** Keeps a change with the reason why it was refused. */
export async function refuse(ports: SendPorts, change: Change, reason: string): Promise<BatchOutcome> {
  await ports.store.replace({ ...change, trouble: { kind: 'refused', reason } });
  return 'conflicted';
}

/** The reason as a sentence. The constraints of record tables are named by one, and PostgreSQL quotes the name. */
export function reasonOf(failure: { readonly reason: string; readonly details: readonly string[] }): string {
  const [said = ''] = failure.details;
  const rule = /constraint "([^"]+)"$/.exec(said)?.[1];
  if (rule !== undefined) return `${rule}.`;
  return said === '' ? `The server refused it (${failure.reason}).` : said;
}
