import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { StoredValue } from '../../lib/stored-values.ts';

/** A stored value as it is now, with what stands in its place while there is none, as on the server. */
export function useStored<Value>(stored: StoredValue<Value>, otherwise: Value): Value {
  const last = useRef({ text: '', value: otherwise });
  const read = useCallback(() => {
    const value = stored.read() ?? otherwise;
    const text = JSON.stringify(value);
    // Each reading parses again: the same value must stay the same object.
    if (text !== last.current.text) last.current = { text, value };
    return last.current.value;
  }, [stored, otherwise]);
  return useSyncExternalStore(stored.subscribe, read, () => otherwise);
}
