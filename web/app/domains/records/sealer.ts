import type { Result } from '@castellan/foundation/result';
import type { Fields } from './record.ts';

/**
 * Whether sealed records can be read and written now. `unset`: the owner has no vault yet, and so no key; `unreachable`: it
 * cannot be found out.
 */
export type SealStanding = 'loading' | 'unset' | 'locked' | 'open' | 'unreachable';

/** Where a sealed text belongs; it opens nowhere else. `change`: what waits in this browser; its version is when it was made. */
export type SealedPlace = {
  readonly class: 'row' | 'change';
  readonly collection: string;
  readonly id: string;
  readonly version: number;
};

/** Stands between the readable fields of sealed collections and the rows that store and server see; whoever has the keys does the work. */
export type Sealer = {
  readonly standing: () => SealStanding;
  /** Told at least whenever the standing changes, and before anybody can see the new one drawn. */
  readonly subscribe: (listener: () => void) => () => void;
  /** One text for each, or none. `unsealable`: the fields are more, or nest deeper, than a record may. */
  readonly seal: (
    records: readonly { readonly place: SealedPlace; readonly fields: Fields }[],
  ) => Promise<Result<readonly string[], { readonly code: 'locked' | 'unsealable' }>>;
  /** Each for itself: one that was tampered with is named by its code and hides no other. */
  readonly open: (
    records: readonly { readonly place: SealedPlace; readonly text: string }[],
  ) => Promise<Result<readonly Result<Fields, { readonly code: string }>[], { readonly code: 'locked' }>>;
};

/** A sealer whose code is fetched when somebody first listens to it. Until then, and where it does not come, nothing can be opened. */
export function fetchedSealer(fetchIt: () => Promise<Sealer>): Sealer {
  const listeners = new Set<() => void>();
  let fetched: Sealer | undefined;
  let failed = false;
  let asked = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
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
    standing: () => fetched?.standing() ?? (failed ? 'unreachable' : 'loading'),
    subscribe: (listener) => {
      listeners.add(listener);
      begin();
      return () => listeners.delete(listener);
    },
    seal: async (records) => fetched?.seal(records) ?? closed,
    open: async (records) => fetched?.open(records) ?? closed,
  };
}

const closed = { ok: false, failure: { code: 'locked' } } as const;
