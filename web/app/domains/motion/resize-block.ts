/** Milliseconds after the last resize event until motion is allowed again (spec §9). */
export const resizeSettleMs = 250;

/**
 * Blocks motion while the window is being resized and for 250 ms after.
 * `setBlocked` hears each change once; the answer is told of every resize event and can be stopped, which unblocks.
 */
export function createResizeBlock(setBlocked: (blocked: boolean) => void): { readonly onResize: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    setBlocked(false);
  };
  return {
    onResize: () => {
      if (timer === undefined) setBlocked(true);
      clearTimeout(timer);
      timer = setTimeout(release, resizeSettleMs);
    },
    stop: release,
  };
}
