import { useCallback, useEffect, useRef, useState } from 'react';
import { type Availability, readAvailability } from '../../domains/wishes/claim-wish.ts';

/** What is known of how much is free: `hidden` from the owner's browser. */
export type AvailabilityState =
  | { readonly kind: 'loading' | 'hidden' | 'failed' }
  | { readonly kind: 'known'; readonly free: Availability };

/** What is free, asked once the browser is known to be a visitor's, and again on demand and when the page is seen again. */
export function useAvailability(isOwnersBrowser: boolean | undefined): {
  readonly availability: AvailabilityState;
  readonly refresh: () => Promise<void>;
} {
  const [availability, setAvailability] = useState<AvailabilityState>({ kind: 'loading' });
  const newest = useRef(0);
  const refresh = useCallback(async () => {
    if (isOwnersBrowser !== false) return;
    newest.current += 1;
    const asked = newest.current;
    const answer = await readAvailability();
    // An answer that a later question overtook says nothing any more.
    if (asked !== newest.current) return;
    setAvailability((before) => {
      if (answer.ok) return { kind: 'known', free: answer.value };
      return before.kind === 'known' ? before : { kind: 'failed' };
    });
  }, [isOwnersBrowser]);
  useEffect(() => {
    void refresh();
    const onVisibility = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', onVisibility);
    };
  }, [refresh]);
  return { availability: isOwnersBrowser === true ? { kind: 'hidden' } : availability, refresh };
}
