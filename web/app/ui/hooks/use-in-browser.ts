import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether this is drawn in a browser: false for the server, and for the first drawing of a page that the server made. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
