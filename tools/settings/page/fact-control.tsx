import { useOwnerFacts } from '../../../web/app/domains/owner/owner-facts.ts';
import type { SiteFacts } from '../../../web/app/domains/settings/site-facts.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { NotAsked } from './asked-view.tsx';
import { useServer } from './server-provider.tsx';

/** What the content or the program says, and where it is changed. */
export function FactControl({ fact }: { readonly fact: 'name' | 'time-zone' | 'samples' | 'version' }) {
  const { asked, again } = useServer().facts;
  if (fact === 'name') return <OwnerName facts={asked.value} />;
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const facts = asked.value;
  switch (fact) {
    case 'time-zone':
      return (
        <>
          <p className="font-medium">{facts.timeZone}</p>
          <Place folder={facts.contentFolder} file="profile.json" />
        </>
      );
    case 'samples':
      return <Samples facts={facts} />;
    case 'version':
      return (
        <p className="font-mono text-sm">
          Castellan {facts.version}
          <br />
          Node {facts.node}
        </p>
      );
  }
}

function OwnerName({ facts }: { readonly facts: SiteFacts | undefined }) {
  const { name } = useOwnerFacts();
  return (
    <>
      <p className="font-medium">{name}</p>
      {facts === undefined ? null : <Place folder={facts.contentFolder} file="profile.json" />}
    </>
  );
}

/** Where it is edited: content is files, and a saved file is read again by itself. */
function Place({ folder, file }: { readonly folder: string; readonly file: string }) {
  return (
    <p className="text-sm text-muted">
      From the content. Edit <span className="font-mono wrap-anywhere">{`${folder}/${file}`}</span> and save it.
    </p>
  );
}

function Samples({ facts }: { readonly facts: SiteFacts }) {
  if (facts.samples.length === 0) return <StatusMark kind="success">Nothing: it is all yours.</StatusMark>;
  return (
    <>
      <ul className="space-y-1 text-sm">
        {facts.samples.map(({ file, fields }) => (
          <li key={file}>
            <details>
              <summary className="min-h-11 content-center">
                <span className="font-mono">{file}</span>: {fields.length === 1 ? '1 field' : `${fields.length} fields`}
              </summary>
              <p className="font-mono text-sm wrap-anywhere text-muted">{fields.join(', ')}</p>
            </details>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        On the server, <code className="font-mono">npm run make-it-mine</code> copies the content into a folder of your own and says which
        files to edit.
      </p>
    </>
  );
}
