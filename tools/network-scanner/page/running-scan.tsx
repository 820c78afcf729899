import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { PortPlate } from './port-plate.tsx';
import { readScanSeen } from './read-scan-report.ts';

/** A scan while it runs: the plate that fills, the counts, and what is open so far. */
export function RunningScan({ seen }: { readonly seen: unknown }) {
  const now = readScanSeen(seen);
  if (now === undefined) return null;
  const { hosts, tried, filteredPorts, open, openCount, filtered, closed, perSecond, secondsLeft, roundTripMs } = now;
  const counts = `${openCount} open, ${filtered} filtered, ${closed} closed so far`;
  const speed = [
    `${perSecond.toLocaleString('en')} a second`,
    ...(secondsLeft === undefined ? [] : [`about ${Math.max(1, Math.ceil(secondsLeft))} s left`]),
    ...(roundTripMs === undefined ? [] : [`round trip ${roundTripMs} ms`]),
  ];
  return (
    <div className="mt-4 grid items-start gap-8 lg:grid-cols-[minmax(0,32rem)_1fr]">
      <PortPlate facts={{ tried, filtered: filteredPorts, open: open.map(({ port }) => port) }} label={`Map of the ports: ${counts}`} />
      <div className="min-w-0">
        <p className="font-mono text-sm text-muted tabular-nums">{speed.join(' · ')}</p>
        <Counts open={openCount} filtered={filtered} closed={closed} />
        <TableFrame label="Open so far" className="mt-5">
          <table className="w-full text-left text-sm">
            <thead className="text-muted">
              <tr>
                {hosts > 1 ? <th className="py-2 pr-4 font-normal">Host</th> : null}
                <th className="w-20 py-2 pr-4 font-normal">Port</th>
                <th className="py-2 font-normal">Service</th>
              </tr>
            </thead>
            <tbody>
              {open.map(({ address, port, service, by }) => (
                <tr key={`${address} ${port}`} className="border-t border-hairline">
                  {hosts > 1 ? <td className="py-1.5 pr-4 font-mono">{address}</td> : null}
                  <td className="py-1.5 pr-4 font-mono font-semibold tabular-nums">{port}</td>
                  <td className={by === 'port' ? 'py-1.5 text-muted' : 'py-1.5'}>
                    {by === 'port' && service !== 'unknown' ? `${service} (by port number)` : service}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
        {openCount > open.length ? <p className="mt-2 text-sm text-muted">and {openCount - open.length} more</p> : null}
      </div>
    </div>
  );
}

/** Three figures, engraved. */
export function Counts({ open, filtered, closed }: { readonly open: number; readonly filtered: number; readonly closed: number }) {
  return (
    <dl className="mt-4 grid grid-cols-3 gap-2 md:gap-3">
      <Figure label="Open" value={open} className="text-copper" />
      <Figure label="Filtered" value={filtered} />
      <Figure label="Closed" value={closed} />
    </dl>
  );
}

function Figure({ label, value, className }: { readonly label: string; readonly value: number; readonly className?: string }) {
  return (
    <div className="min-w-0 rounded-card border border-hairline bg-surface px-2.5 py-3 md:px-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={`lettering text-[clamp(0.9rem,4.2vw,1.25rem)] tabular-nums md:text-2xl ${className ?? ''}`}>
        {value.toLocaleString('en')}
      </dd>
    </div>
  );
}
