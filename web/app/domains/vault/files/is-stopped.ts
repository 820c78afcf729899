/** Whether work was called off: asked anew each time, because it may be while something is waited for. */
export function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
