import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { OpenSharedWindow } from '@castellan/platform/core/shared-windows';

/**
 * Limits of what strangers ask for often, in this process's memory: in front of a project each of several servers counts by itself, so
 * that no visit is a call to the project.
 */
export function windowsInMemory(clock: Clock): OpenSharedWindow {
  return (rules) => {
    const { look, reserve } = createAttemptWindow(clock, rules);
    return { look, reserve: async (key) => reserve(key) };
  };
}
