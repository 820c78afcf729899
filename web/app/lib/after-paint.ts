/** Resolves when what is drawn now has been painted; at once where nobody looks, since nothing is painted then. */
export function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    // A frame's callbacks run right before its paint; what they put behind themselves runs after it.
    requestAnimationFrame(() => setTimeout(done));
    document.addEventListener('visibilitychange', done);
  });
}
