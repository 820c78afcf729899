import type { ModelState } from '../../domains/assistant/model-client.ts';
import type { DeclaredCollection } from '../../domains/records/declared-collection.ts';
import { createStore, type Store } from '../../lib/store.ts';

/** A model that is connected. */
export type ConnectedModel = Extract<ModelState, { readonly isConnected: true }>;

/** What tells a model from another: its endpoint and its name. */
export function placeOf({ baseUrl, model }: Pick<ConnectedModel, 'baseUrl' | 'model'>): string {
  return `${baseUrl} ${model}`;
}

/** What a sealed collection’s records are called where it is told what leaves, and what is granted: `notes`, `money`. */
export function sealedKindOf({ title }: Pick<DeclaredCollection, 'title'>): string {
  return title.toLowerCase();
}

/** Which kinds of sealed records may leave for a model. Kept in this page’s memory alone, so that a reload ends it. */
export type SealedGrants = {
  readonly give: (kind: string) => void;
  readonly takeBack: (kind: string) => void;
  readonly end: () => void;
  readonly isGiven: (kind: string) => boolean;
  /** Those that are granted now, for whoever shows them. */
  readonly given: () => readonly string[];
  readonly subscribe: Store<unknown>['subscribe'];
};

const none: readonly string[] = [];

/** Grants that nobody gave. They hold for the model that they were given for alone: `place` names the present one. */
export function createSealedGrants(place: () => string | undefined): SealedGrants {
  const held = createStore<{ readonly place: string | undefined; readonly kinds: readonly string[] }>({ place: undefined, kinds: none });
  const given = () => (held.get().place === undefined || held.get().place !== place() ? none : held.get().kinds);
  const keep = (kinds: readonly string[]) => held.set({ place: place(), kinds: kinds.length === 0 ? none : kinds });
  return {
    give: (kind) => keep([...given().filter((one) => one !== kind), kind]),
    takeBack: (kind) => keep(given().filter((one) => one !== kind)),
    end: () => {
      if (held.get().kinds.length > 0) keep(none);
    },
    isGiven: (kind) => given().includes(kind),
    given,
    subscribe: held.subscribe,
  };
}

/** What is said where something sealed would leave ungranted. */
export function sealedRefusal(kinds: readonly string[]): string {
  const lines = kinds.map((kind) => `grant ${grantWord(kind)}`).join(', ');
  return `what is sealed does not leave. To let it, for this session only, type: ${lines}`;
}

/** A kind as one word of a line. */
export function grantWord(kind: string): string {
  return kind.replaceAll(' ', '-');
}
