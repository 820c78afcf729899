import { useEffect } from 'react';

let isAsked = false;

/** `watchFocus` from the first thing on that has the focus: its code comes then, so that no first visit waits for it. */
export function useFocusWatch(): void {
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    if (document.activeElement === document.body) document.addEventListener('focusin', load, { once: true });
    else load();
  }, []);
}

function load(): void {
  import('./watch-focus.ts').then(
    ({ watchFocus }) => watchFocus(),
    () => document.addEventListener('focusin', load, { once: true }),
  );
}
