import type { SiteFacts } from '../../../web/app/domains/settings/site-facts.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { NotAsked } from './asked-view.tsx';
import { useServer } from './server-provider.tsx';

/** What the content or the program says. */
export function FactControl({ fact }: { readonly fact: 'samples' | 'version' }) {
  const { asked, again } = useServer().facts;
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const facts = asked.value;
  return fact === 'samples' ? (
    <Samples facts={facts} />
  ) : (
    <p className="font-mono text-sm">
      Castellan {facts.version}
      <br />
      Node {facts.node}
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
