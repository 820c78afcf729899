import type { Report } from '@castellan/probes/report';
import { compareScans, type PortChange } from '../knowledge/compare-scans.ts';
import { readScanReport } from './read-scan-report.ts';

/** Which ports opened and closed between two scans. */
export function ScanDifference({ before, after }: { readonly before: Report; readonly after: Report }) {
  const { opened, closed, changed, appeared, gone, isPartial } = compareScans(readScanReport(before), readScanReport(after));
  const isSame = opened.length + closed.length + changed.length + appeared.length + gone.length === 0;
  return (
    <div className="mb-4">
      {isSame ? <p className="text-verdigris">The same ports are open.</p> : null}
      {isPartial ? <p className="text-sm text-muted">The scans covered different ports. Only ports in both are compared.</p> : null}
      <HostList title="Hosts that respond now" hosts={appeared} />
      <HostList title="Hosts that no longer respond" hosts={gone} />
      <ChangeList title="Opened" changes={opened} />
      <ChangeList title="No longer open" changes={closed} />
      <ChangeList title="Service changed" changes={changed} />
    </div>
  );
}

function HostList({ title, hosts }: { readonly title: string; readonly hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 text-sm text-muted">{title}</h3>
      <p className="font-mono text-sm break-words">{hosts.join(', ')}</p>
    </>
  );
}

function ChangeList({ title, changes }: { readonly title: string; readonly changes: readonly PortChange[] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 text-sm text-muted">{title}</h3>
      <ul>
        {changes.map(({ address, port, isUdp = false, before, after }) => (
          <li
            key={`${address} ${port} ${isUdp}`}
            className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-1.5 text-sm"
          >
            <span className="font-mono">{`${address.includes(':') ? `[${address}]` : address}:${port}${isUdp ? '/udp' : ''}`}</span>
            <span>{before !== undefined && after !== undefined ? `${before} became ${after}` : (after ?? before)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
