import { useState } from 'react';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';

/** Which entries are marked, to do something with all of them. Only what the list shows can be. */
export type Marks = {
  /** Whether the rows show their boxes. */
  readonly isOn: boolean;
  readonly ids: ReadonlySet<string>;
  /** In the list's order. */
  readonly items: readonly VaultItem[];
  readonly begin: () => void;
  /** Marks a row, or takes its mark away. */
  readonly toggle: (id: string) => void;
  /** Marks everything from the row that was marked last to this one. */
  readonly extendTo: (id: string, from: string | null) => void;
  readonly all: () => void;
  readonly end: () => void;
};

const none: ReadonlySet<string> = new Set();

/** The marks over what the list shows; what it no longer shows is not marked any more. */
export function useMarks(found: readonly VaultItem[]): Marks {
  const [isOn, setOn] = useState(false);
  const [marked, setMarked] = useState<ReadonlySet<string>>(none);
  const [anchor, setAnchor] = useState<string | null>(null);
  const items = marked.size === 0 ? [] : found.filter(({ id }) => marked.has(id));
  const ids = items.length === marked.size ? marked : new Set(items.map(({ id }) => id));
  return {
    isOn,
    ids,
    items,
    begin: () => setOn(true),
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setMarked(next);
      setAnchor(id);
      setOn(true);
    },
    extendTo: (id, from) => {
      const places = [anchor ?? from ?? id, id].map((one) => found.findIndex((item) => item.id === one));
      const [first = 0, last = 0] = places.map((place) => Math.max(0, place)).sort((one, other) => one - other);
      setMarked(new Set([...ids, ...found.slice(first, last + 1).map((item) => item.id)]));
      setAnchor(id);
      setOn(true);
    },
    all: () => {
      setMarked(new Set(found.map(({ id }) => id)));
      setOn(true);
    },
    end: () => {
      setMarked(none);
      setAnchor(null);
      setOn(false);
    },
  };
}
