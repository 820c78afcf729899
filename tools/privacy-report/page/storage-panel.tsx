import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { partitioning as documented, type Family } from './advise.ts';
import type { Partitioning } from './measure-partitioning.ts';
import type { Storages } from './measure-surroundings.ts';

type Row = { readonly name: string; readonly kind: 'success' | 'info'; readonly value: string; readonly how: string };

const cookieWords: Readonly<Record<Partitioning['cookies'], string>> = {
  apart: 'kept apart',
  merged: 'not kept apart',
  blocked: 'blocked',
  insecure: 'not measured',
};

const frameWords: Readonly<Record<Partitioning['frame'], string>> = {
  shared: 'shares storage',
  apart: 'has its own storage',
  blocked: 'storage blocked',
};

/** What was measured, each with what was done. */
function rowsOf({ cookies, gate, frame, quotaBytes, isPersistent }: Partitioning): readonly Row[] {
  return [
    {
      name: 'Cookies bound to the visited site',
      kind: cookies === 'apart' ? 'success' : 'info',
      value: cookieWords[cookies],
      how:
        cookies === 'insecure'
          ? 'Such cookies need a page over HTTPS.'
          : 'Two cookies of one name were set, one of them Partitioned (CHIPS). They are apart if both can be read.',
    },
    {
      name: 'Permission for embedded sites',
      kind: gate ? 'success' : 'info',
      value: gate ? 'can be asked for' : 'no interface',
      how: 'Whether the browser has the Storage Access API, by which an embedded site asks for its own cookies.',
    },
    {
      name: 'A frame of this site',
      kind: 'info',
      value: frameWords[frame],
      how: 'The page stored a value and read it in an empty frame. Within one site, sharing is the standard.',
    },
    {
      name: 'Space for this site',
      kind: 'info',
      value: quotaBytes === undefined ? 'not told' : sayBytes(quotaBytes),
      how: `As the browser estimates it.${isPersistent === undefined ? '' : isPersistent ? ' It promises to keep it.' : ' It may clear it when space is short.'}`,
    },
  ];
}

function sayBytes(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 100 ? 1 : 0 })} ${unit}`;
}

/** Which storage works, what was measured of embedded sites, and what no single site can tell. */
export function StoragePanel({
  storages,
  partitioning,
  family,
}: {
  readonly storages: Storages;
  readonly partitioning: Partitioning;
  readonly family: Family;
}) {
  return (
    <Panel title="Storage">
      <ul className="grid gap-2 sm:grid-cols-2">
        {Object.entries(storages).map(([name, works]) => (
          <li key={name}>
            <StatusMark kind={works ? 'success' : 'info'}>
              {name}: {works ? 'works' : 'blocked'}
            </StatusMark>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 font-semibold">Embedded sites: measured here</h3>
      <dl className="mt-1">
        {rowsOf(partitioning).map(({ name, kind, value, how }) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-t border-hairline py-2.5">
            <dt className="font-medium">{name}</dt>
            <dd className="mt-0.5 text-sm">
              <StatusMark kind={kind}>{value}</StatusMark>
            </dd>
            <dd className="col-span-2 text-sm text-muted">{how}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 font-semibold">Embedded sites: not measurable from one site</h3>
      <p className="mt-1 text-muted">
        Whether a third site that two sites embed has one store or two takes all three of them. A sandboxed frame does not help: the
        standard gives it no storage in any browser.
      </p>
      <p className="mt-2">{documented[family].said}</p>
      <p className="mt-1 text-sm text-muted">By documentation. Source: {documented[family].source}.</p>
    </Panel>
  );
}
