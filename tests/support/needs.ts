import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    reason?: string;
  }
}

/** Skips a test that this machine cannot run, and leaves the reason where the summary of the run finds it. */
export function needs(context: TestContext, isGiven: boolean, reason: string): void {
  if (isGiven) return;
  context.task.meta.reason = reason;
  context.skip(reason);
}
