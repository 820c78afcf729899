import { chosenEngagement } from '../engagements/chosen-engagement.ts';
import { startJob } from './job-client.ts';
import { addressOfJob, addressOfTarget } from './report-address.ts';
import { troubleOf } from './trouble.ts';

/**
 * What became of a run: it is followed at `to`; or it wants the owner's consent first, which is given at `to`; or it did not begin,
 * and `to` has the target filled in.
 */
export type BegunRun =
  | { readonly kind: 'running'; readonly to: string }
  | { readonly kind: 'wants-consent' | 'failed'; readonly to: string; readonly trouble: string };

/** Begins a run of a tool with its usual options. While an engagement is chosen, the tool's page looks at its scope first. */
export async function beginRun(tool: string, target: string): Promise<BegunRun> {
  if (chosenEngagement.read() !== undefined) {
    const trouble = 'An engagement is chosen. Begin the run on this page, which looks at its scope first.';
    return { kind: 'wants-consent', to: addressOfTarget(tool, target), trouble };
  }
  const started = await startJob({ tool, target, options: {}, authorised: false, engagement: null });
  if (started.ok) return { kind: 'running', to: addressOfJob(tool, started.value.id) };
  const { failure } = started;
  const isConsent = failure.code === 'refused' && failure.reason === 'consent_missing';
  return { kind: isConsent ? 'wants-consent' : 'failed', to: addressOfTarget(tool, target), trouble: troubleOf(failure) };
}
