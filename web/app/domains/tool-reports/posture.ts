import { isAtLeast, type Severity, severities } from '@castellan/probes/report';
import type { TargetVerdict } from './job-client.ts';

/** A host with all that was last said of it, whatever the port. */
export type Target = {
  readonly host: string;
  /** The worst that any tool found; `null` where nothing was found. */
  readonly worst: Severity | null;
  /** The newest first. */
  readonly verdicts: readonly TargetVerdict[];
};

/** From this severity on a target wants attention. */
const attentionFrom: Severity = 'medium';

/** Hosts by what they want: the worst first, equal ones by name. */
export function groupTargets(verdicts: readonly TargetVerdict[]): readonly Target[] {
  const byHost = Map.groupBy(verdicts, ({ host }) => host);
  return [...byHost]
    .map(([host, all]) => ({
      host,
      worst: severities.findLast((severity) => all.some(({ worst }) => worst === severity)) ?? null,
      verdicts: all.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt)),
    }))
    .toSorted((one, other) => rankOf(other) - rankOf(one) || one.host.localeCompare(other.host));
}

/** Whether no tool found anything of medium severity or worse. */
export function isSound({ worst }: Pick<Target, 'worst'>): boolean {
  return worst === null || !isAtLeast(worst, attentionFrom);
}

function rankOf({ worst }: Target): number {
  return worst === null ? -1 : severities.indexOf(worst);
}
