import type { Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { createSignal } from '../../lib/store.ts';
import type { Fields, RawRecord } from './record.ts';
import type { Asked, RecordsServer, RecordWrite } from './records-server.ts';
import type { RecordsStore } from './records-store.ts';

/**
 * Whether sealed records can be read and written now. `unset`: the owner has no vault yet, and so no key; `unreachable`: it
 * cannot be found out.
 */
export type SealState = 'loading' | 'unset' | 'locked' | 'open' | 'unreachable';

/** Where a sealed text belongs; it opens nowhere else. `change`: what waits in this browser; its version is when it was made. */
export type SealedPlace = {
  readonly class: 'row' | 'change';
  readonly collection: string;
  readonly id: string;
  readonly version: number;
};

/** Where what waits in this browser belongs. */
export type ChangePlace = SealedPlace & { readonly class: 'change' };

/** A sealed record to be written, together with what the vault's manifest says of it. */
export type SealedDraft = {
  readonly collection: string;
  readonly id: string;
  /** The row that it is written over; absent for a new record. */
  readonly over?: { readonly version: number; readonly sealed: string; readonly deleted: boolean };
  /** Absent where the row's text stays as it is, which may be one that does not open. */
  readonly fields?: Fields;
  readonly createdAt?: string;
  readonly deletedAt: string | null;
  /** The owner's explicit confirmation that the row is to be written over though the vault does not list it so. */
  readonly isOverride?: true;
};

/**
 * Why nothing was written. `changed_elsewhere`: the record has another version, or is there already; `not_as_listed`: its row is not
 * what the vault lists; `unsealable`: the fields are more, or nest deeper, than a record may; `manifest_broken`: the vault wants
 * its owner’s confirmation first.
 */
export type SealedWriteFailure =
  | { readonly code: 'changed_elsewhere' | 'not_as_listed'; readonly id: string }
  | { readonly code: 'locked' | 'unsealable' | 'manifest_broken' }
  | BackendFailure;

/** `unreadable`: the copy does not open; `not_put_back`: what the server shows was written by a newer version of this program. */
export type PutBackFailure = { readonly code: 'locked' | 'unreadable' | 'not_put_back' | 'unanswered' };

/** A record whose row is not as the vault lists it: `missing`, `stale`, `altered`, `ahead`, `unlisted` or `unverified`. */
export type ListedFault = { readonly id: string; readonly code: string };

/** All rows of a collection as this browser has them, and the way to look again. */
export type Shown = {
  readonly rows: () => readonly RawRecord[];
  /** Reads these records from the server, and answers with the ids of those that it shows; `undefined` where nobody answers. */
  readonly readAgain: (ids: readonly string[]) => Promise<ReadonlySet<string> | undefined>;
  /** Forgets rows that the server does not have and the vault does not list. */
  readonly drop: (ids: readonly string[]) => Promise<void>;
};

/** Whoever has the keys. */
export type VaultSealer = {
  readonly sealState: () => SealState;
  /** Told at least whenever the state changes, and before anybody can see the new one drawn. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Seals what waits in this browser: one text for each, or none. */
  readonly seal: (
    records: readonly { readonly place: ChangePlace; readonly fields: Fields }[],
  ) => Promise<Result<readonly string[], { readonly code: 'locked' | 'unsealable' }>>;
  /** Each for itself, in the present schema: one that was tampered with, or is of another version, is named by its code and hides no other. */
  readonly open: (
    records: readonly { readonly place: SealedPlace; readonly text: string }[],
  ) => Promise<Result<readonly Result<Fields, { readonly code: string }>[], { readonly code: 'locked' }>>;
  /** Seals records, lists them in the vault's manifest and writes both with one change, all or none; answers with their closed rows. */
  readonly write: (records: readonly SealedDraft[]) => Promise<Result<readonly RawRecord[], SealedWriteFailure>>;
  /** Holds all rows of a collection against the vault's manifest; what does not fit is looked at again before it is named. */
  readonly verify: (
    collection: string,
    shown: Shown,
  ) => Promise<Result<readonly ListedFault[], { readonly code: 'locked' | 'unanswered' }>>;
  /**
   * Writes this device's copy of a record again, over whatever the server shows of it, as a new version that the manifest lists. The copy
   * was found as listed when it was taken, so that it is opened also under a key that a rotation has ended since.
   */
  readonly putBack: (collection: string, copy: RawRecord) => Promise<Result<undefined, PutBackFailure>>;
  /** The owner’s confirmation that records which are not shown any more are dropped from the manifest. */
  readonly forget: (collection: string, ids: readonly string[]) => Promise<Result<unknown, SealedWriteFailure>>;
};

/** What writing sealed records wants to know of the page: the server, and how closed rows are opened. */
export type SealedAccess = {
  readonly server: RecordsServer;
  readonly openRows: (collection: string, rows: readonly RawRecord[]) => Promise<readonly RawRecord[]>;
  readonly refusalOf: (row: RawRecord) => string | undefined;
};

/** What the records' server does for sealed collections otherwise than for others. */
export type SealedWrites = {
  /** As a server's `writeTogether`. Each write that changes a record has its row. */
  readonly writeTogether: (access: SealedAccess, writes: readonly RecordWrite[]) => Asked<readonly RawRecord[]>;
  readonly create: (access: SealedAccess, collection: string, records: readonly Fields[]) => Asked<readonly RawRecord[]>;
  /** Without any value: the owner’s confirmation that the row is taken as it is. */
  readonly change: (access: SealedAccess, collection: string, row: RawRecord, values: Fields) => Asked<RawRecord | undefined>;
};

/** A sealed collection as this browser has it, with the records that are not as the vault lists them. */
export type VerifiedMirror = {
  readonly collection: { readonly name: string };
  readonly rows: ReadonlyMap<string, RawRecord>;
  faults: ReadonlyMap<string, string>;
};

/** What checking wants of the engine; `server` is the one of sealed collections. */
export type ManifestAccess = {
  readonly server: RecordsServer;
  readonly store: RecordsStore;
  readonly takeRows: (collection: string, rows: readonly RawRecord[]) => void;
  /** Forgets rows that the server does not have any more. */
  readonly drop: (ids: readonly string[]) => Promise<void>;
};

/** What holds sealed collections against the vault's manifest. */
export type ManifestChecks = {
  /** Holds all rows against the manifest, once they were read; what is not as listed becomes the mirror's faults. */
  readonly verify: (access: ManifestAccess, mirror: VerifiedMirror) => Promise<void>;
  /**
   * The owner’s confirmation on a record that is not as the vault lists it: one that is missing is dropped from the manifest, another is taken as it is.
   * `true` where it is in the trash, and is wanted back from there.
   */
  readonly settle: (access: ManifestAccess, mirror: VerifiedMirror, id: string) => Promise<boolean>;
};

/** Stands between the readable fields of sealed collections and the rows that store and server see; whoever has the keys does the work. */
export type Sealer = Pick<VaultSealer, 'sealState' | 'subscribe' | 'seal' | 'open'> & SealedWrites & ManifestChecks;

/** Whether a text was refused because it opens, and another version of this program wrote what this one cannot read. */
export function isOfOtherVersion(code: string | undefined): boolean {
  return code === 'newer_version' || code === 'upgrade_failed';
}

/** A sealer whose code is fetched when somebody first listens to it. Until then, and where it does not come, nothing can be opened. */
export function fetchedSealer(fetchIt: () => Promise<Sealer>): Sealer {
  const { tell, subscribe } = createSignal();
  let fetched: Sealer | undefined;
  let failed = false;
  let asked = false;
  const begin = () => {
    if (asked) return;
    asked = true;
    failed = false;
    fetchIt().then(
      (sealer) => {
        fetched = sealer;
        sealer.subscribe(tell);
        tell();
      },
      () => {
        // The next one who listens asks again.
        asked = false;
        failed = true;
        tell();
      },
    );
  };
  return {
    sealState: () => fetched?.sealState() ?? (failed ? 'unreachable' : 'loading'),
    subscribe: (listener) => {
      const stop = subscribe(listener);
      begin();
      return stop;
    },
    seal: async (records) => fetched?.seal(records) ?? closed,
    open: async (records) => fetched?.open(records) ?? closed,
    create: async (...given) => fetched?.create(...given) ?? vaultClosed,
    change: async (...given) => fetched?.change(...given) ?? vaultClosed,
    writeTogether: async (...given) => fetched?.writeTogether(...given) ?? vaultClosed,
    verify: async (...given) => fetched?.verify(...given),
    settle: async (...given) => fetched?.settle(...given) ?? false,
  };
}

/** A sealed record can be written now by nobody. */
export const vaultClosed = { ok: false, failure: { code: 'vault_closed' } } as const;

const closed = { ok: false, failure: { code: 'locked' } } as const;
