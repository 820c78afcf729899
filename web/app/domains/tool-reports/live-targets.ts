import type { Live } from '../../lib/live.ts';
import { listTargets } from './job-client.ts';
import { liveAnswer } from './live-answer.ts';
import { groupTargets, type Target } from './posture.ts';

/** Milliseconds between two questions for the verdicts. */
export const verdictsEveryMs = 30_000;

/** Every target with what was last said of it, the worst first. */
export default function liveTargets(): Live<readonly Target[]> {
  return liveAnswer(async () => {
    const listed = await listTargets();
    return listed.ok ? { ok: true, value: groupTargets(listed.value) } : listed;
  }, verdictsEveryMs);
}
