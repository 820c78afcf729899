import type { Result } from '@castellan/foundation/result';
import type { Change, Side } from './change.ts';
import type { MalformedRow } from './collection.ts';
import type { Fields } from './record.ts';
import type { SealState } from './sealer.ts';

/** Whether the server was last heard: `signed-out` answers, but not to this session. */
export type Link = 'unknown' | 'reachable' | 'away' | 'signed-out';

/** A change that waits for the owner’s decision, with the record's name, and its fields as they are shown: with what was changed since. */
export type ConflictedChange = { readonly change: Change; readonly name: string; readonly mine: Fields };

/** The owner's decision: this browser's side, the other one, or values for the fields in conflict. */
export type Decision = Side | { readonly values: Fields };

/** What a page can show of a collection at one moment. */
export type CollectionState<Row> = {
  /**
   * `failed`: nothing is kept here and the server does not answer. What was once had is `ready`, however old. `locked`: the rows
   * are sealed, and the vault is not open: they are counted and no more.
   */
  readonly status: 'loading' | 'ready' | 'failed' | 'locked';
  /** How the vault stands, for a sealed collection. */
  readonly vault: SealState | undefined;
  /** While it is locked: how many records there are, as far as this browser knows. */
  readonly lockedRows: number;
  readonly link: Link;
  /** Everything that is not removed, with this browser's changes made. */
  readonly rows: readonly Row[];
  /** Rows that imports brought which are not complete here: hidden until they are. */
  readonly unfinished: readonly Row[];
  /** What was removed in the last 30 days and can come back, as far as this browser knows. */
  readonly removed: readonly Row[];
  readonly malformed: readonly MalformedRow[];
  /** The owner's changes, of all collections, that the server does not know yet. */
  readonly waiting: number;
  readonly conflicted: readonly ConflictedChange[];
  /** Imports, of all collections, that the server does not have all of yet. */
  readonly importing: readonly ImportUnderWay[];
  /** Of those that wait, in all collections, how many cannot be sent before the owner says a word or opens the vault. */
  readonly stuck: number;
  /** Of those, how many are sealed and cannot be read: they are sent while a page of their app is open, and the vault. */
  readonly closed: number;
  /** Ids of records with a change that waits. */
  readonly unsent: ReadonlySet<string>;
  readonly updatedAtMs: number | undefined;
  /** False where the browser keeps no database: closing the page then loses what waits. */
  readonly outlivesPage: boolean;
};

/** One edit of one record. */
export type Edit =
  | { readonly kind: 'create'; readonly id: string; readonly values: Fields }
  /** `over`: what whoever made it saw in these fields, where that may be older than what is there now. */
  | { readonly kind: 'change'; readonly id: string; readonly values: Fields; readonly over?: Fields };

/** What edits that are taken together are besides one step of Undo. */
export type EditHow = {
  /**
   * An import by its id, which the last edit ends: what it brings has the id as its `batch`. The end is sent after everything else of it,
   * and not while something of it waits for the owner. Undo takes the end away first.
   */
  readonly import?: string;
  /** The server makes all of them or none: up to `mostTogether` of records in clear, or a few of sealed ones. */
  readonly isWhole?: true;
  /** By this name the step can be taken back alone, when others came after it (`take-back-step.ts`). */
  readonly name?: string;
};

/** Records in clear that the server writes as a whole or not at all. */
export const mostTogether = 10_000;

/** An import on its way to the server, or on its way back: how many of its changes wait, of how many. */
export type ImportUnderWay = { readonly id: string; readonly left: number; readonly of: number; readonly isBack: boolean };

/** Why an edit was not taken, so that nothing of it was done: the browser could not keep it, or its collection is sealed and the vault closed. */
export type EditFailure = { readonly code: 'not_kept' | 'locked' };

/** One collection, live for as long as someone listens. */
export type Feed<Row> = {
  readonly read: () => CollectionState<Row>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes edits as one step of undo. Resolves once this browser keeps them for good; they reach the server in order. */
  readonly edit: (edits: readonly Edit[], how?: EditHow) => Promise<Result<undefined, EditFailure>>;
  readonly refresh: () => Promise<void>;
  /** The owner’s confirmation on a record that is not as the vault lists it: one that is missing is dropped from the manifest, another is taken as it is, and out of the trash. */
  readonly settleFault: (id: string) => Promise<void>;
};
