import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useProductivity } from './productivity-context.tsx';

/** Begins what the page's address asks for: `#add` a new task's line, `#task=<id>` the task's form. */
export function useAddress(): void {
  const { hash, key } = useLocation();
  const { setEditing } = useProductivity();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address, gone to once more, asks once more; the context’s newness asks nothing.
  useEffect(() => {
    if (hash === '#add') document.querySelector<HTMLElement>('[data-quick-add]')?.focus();
    const id = /^#task=([\w-]+)$/.exec(hash)?.[1];
    if (id !== undefined) setEditing({ id, field: 'title' });
  }, [hash, key]);
}
