import type { Report } from '@castellan/probes/report';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { portCountOf } from '../knowledge/port-ranges.ts';
import type { HostFacts, OpenPort, ScanFacts, SignIn, UdpFacts } from '../knowledge/scan-facts.ts';
import { attempts } from '../knowledge/sign-ins/sign-in-findings.ts';
import { PortPlate } from './port-plate.tsx';
import { readScanReport } from './read-scan-report.ts';
import { Counts } from './running-scan.tsx';

/** What only a scan has: the plate of each host, its counts with their reasons, and what listens on its open ports. */
export function ScanDetails({ report }: { readonly report: Report }) {
  const facts = readScanReport(report);
  const { hosts, silent } = facts;
  const [chosen, setChosen] = useState('');
  const host = hosts.find(({ address }) => address === chosen) ?? mostOpen(hosts);
  return (
    <section className="mt-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="lettering text-xl">Ports</h2>
        {hosts.length < 2 || host === undefined ? null : (
          <SelectField
            label="Host"
            value={host.address}
            options={hosts.map(({ address, name, open }) => ({ value: address, name: `${name ?? address}, ${open.length} open` }))}
            onValue={setChosen}
          />
        )}
      </div>
      {host === undefined ? (
        <p className="mt-3 text-muted">No host responded.</p>
      ) : (
        <HostView key={host.address} host={host} facts={facts} />
      )}
      {silent.length === 0 ? null : (
        <details className="mt-6">
          <summary className="target cursor-pointer text-sm text-muted">
            {silent.length === 1 ? 'One address' : `${silent.length.toLocaleString('en')} addresses`} did not respond
          </summary>
          <p className="font-mono text-sm break-words text-muted">{silent.join(', ')}</p>
        </details>
      )}
    </section>
  );
}

function mostOpen(hosts: readonly HostFacts[]): HostFacts | undefined {
  return hosts.toSorted((one, other) => other.open.length - one.open.length)[0];
}

const reasonTexts: Readonly<Record<string, string>> = {
  'syn-ack': 'accepted',
  'conn-refused': 'refused',
  reset: 'reset',
  'no-response': 'no response',
  'host-unreach': 'host unreachable',
  'net-unreach': 'network unreachable',
  'admin-prohibited': 'administratively prohibited',
};

function HostView({ host, facts }: { readonly host: HostFacts; readonly facts: ScanFacts }) {
  const { address, name, otherAddresses = [], open, closed, filtered, filteredPorts, reasons, udp, signIns = [] } = host;
  const plate = useMemo(
    () => ({ tried: facts.ports, filtered: filteredPorts, open: open.map(({ port }) => port) }),
    [facts.ports, filteredPorts, open],
  );
  const why = Object.entries(reasons).map(([reason, count]) => `${count.toLocaleString('en')} ${reasonTexts[reason] ?? reason}`);
  return (
    <div className="mt-4 grid items-start gap-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <PortPlate facts={plate} label={`Map of the ports of ${address}: ${open.length} open, ${filtered} filtered, ${closed} closed`} />
      <div className="min-w-0">
        <p className="font-mono text-sm break-all text-muted">
          {name === undefined ? address : `${name}, ${address}`}
          {otherAddresses.length === 0 ? '' : `; not scanned: ${otherAddresses.join(', ')}`}
        </p>
        <Counts open={open.length} filtered={filtered} closed={closed} />
        <p className="mt-2 text-sm text-muted">{why.join(' · ')}</p>
        {udp === undefined ? null : <UdpCounts udp={udp} />}
        <OpenPorts host={host} />
        {signIns.length === 0 ? null : <SignIns signIns={signIns} />}
      </div>
    </div>
  );
}

/** The states of the UDP ports, with the ports that stay in doubt. */
function UdpCounts({ udp: { open, closed, silent, filtered, untried } }: { readonly udp: UdpFacts }) {
  const count = (list: string, what: string) => (list === '' ? [] : [`${portCountOf(list)} ${what}`]);
  const counts = [
    `${open.length} open`,
    ...count(closed, 'closed'),
    ...count(filtered, 'filtered'),
    ...count(untried, 'not tried'),
    ...count(silent, `open or filtered (${silent.replaceAll(',', ', ')})`),
  ];
  return <p className="mt-2 text-sm text-muted">UDP: {counts.join(' · ')}</p>;
}

const outcomes = { accepted: 'accepted', refused: 'refused', unclear: 'no result' } as const;

/** What came of the attempts to sign in without credentials. */
function SignIns({ signIns }: { readonly signIns: readonly SignIn[] }) {
  return (
    <section className="mt-6" aria-label="Sign-in attempts">
      <h3 className="text-sm font-semibold">Sign-in attempts</h3>
      <ul className="mt-1">
        {signIns.map(({ service, port, outcome, reads = false, said }) => (
          <li key={`${service} ${port}`} className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-1.5 text-sm">
            <span>
              <span className="font-mono font-semibold">{service === 'snmp' ? `${port}/udp` : port}</span> {attempts[service]}
            </span>
            <span className={outcome === 'accepted' ? 'text-carmine' : 'text-muted'}>
              {outcomes[outcome]}: {said}
              {reads ? ', entries readable' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenPorts({ host }: { readonly host: HostFacts }) {
  const { address, name, udp } = host;
  const open = [...host.open.map((port) => ({ port, isUdp: false })), ...(udp?.open ?? []).map((port) => ({ port, isUdp: true }))];
  if (open.length === 0) return <p className="mt-5">No port is open.</p>;
  const spelt = name ?? (address.includes(':') ? `[${address}]` : address);
  return (
    <TableFrame label="Open ports" className="mt-5">
      <table className="w-full text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th className="w-20 py-2 pr-4 font-normal">Port</th>
            <th className="py-2 pr-4 font-normal">Service</th>
            <th className="py-2 pr-4 font-normal">Details</th>
            <th className="py-2 font-normal">
              <span className="sr-only">Look closer</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {open.map(({ port, isUdp }) => (
            <tr key={`${port.port} ${isUdp}`} className="border-t border-hairline align-baseline">
              <th scope="row" className="py-1.5 pr-4 text-left font-mono font-semibold tabular-nums">
                {isUdp ? `${port.port}/udp` : port.port}
              </th>
              <td className="py-1.5 pr-4">
                <ServiceName port={port} />
              </td>
              <td className="py-1.5 pr-4 break-words">{describePort(port)}</td>
              <td className="py-1.5 whitespace-nowrap">
                <Closer port={port} host={spelt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The service by its response. A name that comes from the port number alone is marked as that, and pale. */
function ServiceName({ port: { service, by, usual, access } }: { readonly port: OpenPort }) {
  if (by === 'port') return <span className="text-muted">{service === 'unknown' ? 'unknown' : `${service} (by port number)`}</span>;
  return (
    <>
      {service}
      {usual === undefined ? null : <span className="text-muted"> · usually {usual}</span>}
      {access === undefined ? null : (
        <span className={access === 'open' ? 'block text-carmine' : 'block text-muted'}>
          {access === 'open' ? 'no password required' : 'password required'}
        </span>
      )}
    </>
  );
}

/** The tool that looks closer at what listens there. */
function Closer({ port, host }: { readonly port: OpenPort; readonly host: string }) {
  const target = encodeURIComponent(`${host}:${port.port}`);
  if (port.tls !== undefined) return <CloserLink to={`/tls-inspector#target=${target}`}>Inspect</CloserLink>;
  return port.http === undefined ? null : <CloserLink to={`/http-auditor#target=${target}`}>Audit</CloserLink>;
}

function CloserLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className="underline decoration-copper decoration-1 underline-offset-4">
      {children}
    </Link>
  );
}

/** What a service said, most telling first. */
function describePort({ banners, http, tls }: OpenPort): string {
  const days = tls === undefined ? '' : tls.daysLeft < 0 ? `expired ${-tls.daysLeft} days ago` : `expires in ${tls.daysLeft} days`;
  return [
    ...(banners?.ssh === undefined
      ? []
      : [`${banners.ssh.software}${banners.ssh.comments === undefined ? '' : `, ${banners.ssh.comments}`}`]),
    ...(http === undefined ? [] : [describeHttp(http)]),
    ...(tls === undefined ? [] : [`${tls.subject || 'a certificate without a name'}, ${days}`]),
    ...(banners?.server === undefined ? describeProduct(banners) : [banners.server]),
    ...(banners?.ssh === undefined && banners?.greeting !== undefined ? [banners.greeting] : []),
  ].join(' · ');
}

function describeProduct(banners: OpenPort['banners']): readonly string[] {
  return banners?.product === undefined ? [] : [[banners.product, banners.version].filter(Boolean).join(' ')];
}

function describeHttp({ status, title, location }: NonNullable<OpenPort['http']>): string {
  if (location !== undefined && status >= 300 && status < 400) return `${status} to ${location}`;
  return title === undefined ? String(status) : `${status}, “${title}”`;
}
