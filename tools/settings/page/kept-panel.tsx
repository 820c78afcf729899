import { useCallback, useContext } from 'react';
import { useOwnerFacts } from '../../../web/app/domains/owner/owner-facts.ts';
import { type BrowserStore, listBrowserStores } from '../../../web/app/domains/passport/browser-stores.ts';
import { type KeptPlace, placeFacts } from '../../../web/app/domains/passport/kept-data.ts';
import { ToolStores } from '../../../web/app/domains/passport/tool-stores.ts';
import { failureText } from '../../../web/app/domains/settings/failure-text.ts';
import { useAsked } from '../../../web/app/domains/settings/use-asked.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { mrzCheckedLine, mrzNameLine } from '../../../web/app/ui/mrz/mrz.ts';
import { MrzLine } from '../../../web/app/ui/mrz/mrz-line.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { NotAsked } from './asked-view.tsx';
import { formatBytes, formatCount } from './format-amount.ts';
import { useServer } from './server-provider.tsx';

/** What the database and this browser keep, counted now. */
export function KeptPanel() {
  const { asked, again } = useServer().kept;
  const toolStores = useContext(ToolStores);
  const readStores = useCallback(async () => ({ ok: true as const, value: await listBrowserStores(toolStores) }), [toolStores]);
  const stores = useAsked(readStores);
  const countAgain = () => void Promise.all([again(), stores.again()]);
  return (
    <>
      <PassportLine rows={asked.value?.reduce((sum, place) => sum + place.rows, 0)} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h4 className="text-sm text-muted">At the server</h4>
        <QuietButton onClick={countAgain}>Count again</QuietButton>
      </div>
      {asked.status === 'failed' && asked.value !== undefined ? (
        <p role="status">
          <StatusMark kind="warning">{`${failureText(asked.failure)} These are the last known counts.`}</StatusMark>
        </p>
      ) : null}
      {asked.value === undefined ? <NotAsked asked={asked} again={again} /> : <ServerPlaces places={asked.value} />}
      <p className="mt-2 text-sm text-muted">
        The server learns how many encrypted rows there are, their length and when they change. Visitors’ promises for your wishes are not
        counted here; you see them after your birthday.
      </p>
      {stores.asked.value === undefined ? (
        <NotAsked asked={stores.asked} again={stores.again} />
      ) : (
        <BrowserStores stores={stores.asked.value} />
      )}
    </>
  );
}

/** What the database keeps: the places with something in them, and the empty ones folded. */
function ServerPlaces({ places }: { readonly places: readonly KeptPlace[] }) {
  const isEmpty = ({ rows, removed }: KeptPlace) => rows === 0 && (removed ?? 0) === 0;
  const empty = places.filter(isEmpty);
  return (
    <>
      <PlaceTable label="At the server" places={places.filter((place) => !isEmpty(place))} />
      {empty.length === 0 ? null : (
        <details className="settings-fold">
          <summary>{empty.length === 1 ? '1 place is empty' : `${empty.length} places are empty`}</summary>
          <PlaceTable label="Empty places at the server" places={empty} />
        </details>
      )}
    </>
  );
}

function PlaceTable({ label, places }: { readonly label: string; readonly places: readonly KeptPlace[] }) {
  return (
    <TableFrame label={label}>
      <table className="passport-table">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="number">
              Rows
            </th>
            <th scope="col" className="number">
              Removed
            </th>
            <th scope="col" className="number">
              On the disk
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ place, rows, removed, bytes }) => {
            const { title, readable } = placeFacts(place);
            return (
              <tr key={place}>
                <th scope="row">
                  {title} <span className="passport-note">{readable}</span>
                </th>
                <td className="number">{formatCount(rows)}</td>
                <td className="number">{removed === null ? '–' : formatCount(removed)}</td>
                <td className="number">{formatBytes(bytes)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** What this browser keeps, folded: its number is said, and each name is one press away. */
function BrowserStores({ stores }: { readonly stores: readonly BrowserStore[] }) {
  return (
    <details className="settings-fold">
      <summary>{`In this browser: ${stores.length === 1 ? '1 name' : `${stores.length} names`}`}</summary>
      <TableFrame label="In this browser">
        <table className="passport-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Where</th>
              <th scope="col" className="number">
                Characters
              </th>
            </tr>
          </thead>
          <tbody>
            {stores.map(({ name, place, size, meaning }) => (
              <tr key={`${place} ${name}`}>
                <th scope="row">
                  <span className="font-mono wrap-anywhere">{name}</span> <span className="passport-note">{meaning}</span>
                </th>
                <td>{place}</td>
                <td className="number">{size === undefined ? '–' : formatCount(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </details>
  );
}

/** The owner and the number of rows, as the machine-readable line of a passport says such things. */
function PassportLine({ rows }: { readonly rows: number | undefined }) {
  const owner = useOwnerFacts();
  const name = mrzNameLine({ document: 'D', issuer: 'SEC', ...owner }, 36);
  return <MrzLine className="passport-line my-3" text={`${name}${mrzCheckedLine([String(rows ?? 0).padStart(9, '0')], 20)}`} />;
}
