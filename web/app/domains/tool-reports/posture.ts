import { attentionFrom } from '@castellan/probes/judgement';
import { isAtLeast, type Severity, severities } from '@castellan/probes/report';
import type { TargetVerdict } from './job-client.ts';

/** A host with all that was last said of it, whatever the port. */
export type Target = {
  readonly host: string;
  /** The worst that any tool found; `null` where nothing was found. */
  readonly worst: Severity | null;
  /** Whether a tool could not see what it judges by. */
  readonly isOpen: boolean;
  /** The newest first. */
  readonly verdicts: readonly TargetVerdict[];
};

/** Hosts by what they want: the worst first, equal ones by name. */
export function groupTargets(verdicts: readonly TargetVerdict[]): readonly Target[] {
  const byHost = Map.groupBy(verdicts, ({ host }) => host);
  return [...byHost]
    .map(([host, all]) => ({
      host,
      worst: severities.findLast((severity) => all.some(({ worst }) => worst === severity)) ?? null,
      isOpen: all.some(({ isOpen = false }) => isOpen),
      verdicts: all.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt)),
    }))
    .toSorted((one, other) => rankOf(other) - rankOf(one) || one.host.localeCompare(other.host));
}

/** Whether every tool saw what it judges by, and none found anything of medium severity or worse. */
export function isSound({ worst, isOpen }: Pick<Target, 'worst' | 'isOpen'>): boolean {
  if (isOpen) return false;
  return worst === null || !isAtLeast(worst, attentionFrom);
}

function rankOf({ worst }: Target): number {
  return worst === null ? -1 : severities.indexOf(worst);
}
