import type { HostFacts, ScanFacts, ScanSeen } from '../knowledge/scan-facts.ts';

const none: ScanFacts = { hosts: [], silent: [], ports: '', portCount: 0, attempts: 0, loss: 0 };

/** Reads the facts of a report of this tool. Of one that is not, or of another version, everything is empty. */
export function readScanReport(report: object): ScanFacts {
  const { tool, schemaVersion } = report as { readonly tool?: string; readonly schemaVersion?: number };
  // The server's own tool wrote it, under this version.
  return tool === 'network-scanner' && schemaVersion === 1 ? (report as ScanFacts) : none;
}

/** Reads what a running scan says of itself; `undefined` where it says nothing yet, or something else. */
export function readScanSeen(seen: unknown): ScanSeen | undefined {
  if (typeof seen !== 'object' || seen === null || !('tried' in seen) || !('filteredPorts' in seen) || !('open' in seen)) return undefined;
  return typeof seen.tried === 'string' && Array.isArray(seen.open) ? (seen as ScanSeen) : undefined;
}

/** The counts of all hosts together. */
export function countPorts(hosts: readonly HostFacts[]): { readonly open: number; readonly closed: number; readonly filtered: number } {
  const sum = (of: (host: HostFacts) => number) => hosts.reduce((total, host) => total + of(host), 0);
  return { open: sum(({ open }) => open.length), closed: sum(({ closed }) => closed), filtered: sum(({ filtered }) => filtered) };
}
