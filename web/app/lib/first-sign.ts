const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;

/** Resolves with the next sign that somebody is at the page: a pointer, a touch, a key, a scroll. */
export function firstSign(): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const hear = () => {
      heard.abort();
      resolve();
    };
    for (const sign of signs) window.addEventListener(sign, hear, { capture: true, passive: true, signal: heard.signal });
  });
}
