import type { ProvenRelease } from '../../lib/site-proof.ts';
import { Commands } from './commands.tsx';

/** Which release of the private pages is served, and how to compare what arrives with it. */
export function ReleaseProof({ release, publicUrl }: { readonly release: ProvenRelease; readonly publicUrl: string }) {
  const { version, commit, hash, words, fileCount, signedBy } = release;
  const facts = [
    ['Number', String(version)],
    ['Commit', commit ?? 'not known'],
    ['SHA-256', hash],
    ['In words', words],
    ['Signed by', signedBy === undefined ? 'nobody' : `key ${signedBy}`],
  ] as const;
  return (
    <section aria-labelledby="release" className="proof-section">
      <h2 id="release" className="lettering text-2xl">
        The code
      </h2>
      <div className="proof-text">
        <p>
          The pages behind the sign-in contain no data of the owner. They are the same files wherever this software runs. Its release lists{' '}
          {fileCount} of them, each with its hash. The owner’s devices keep one release, and take no other without saying so.
        </p>
        <dl className="proof-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">
          Checked by this site’s own code when it started: the hash of the list, and its signature where it has one. A dishonest site could
          show anything here.
        </p>
        <h3 className="text-lg font-semibold">Check it without this site’s code</h3>
        <p>
          The first command prints the hash of the list that is served to you. The second, in a checkout of the software, asks for every
          file as several browsers do, and names what differs from the list.
        </p>
        <Commands lines={[`curl -fsS ${publicUrl}/release.json | sha256sum`, `npm run verify-site -- ${publicUrl}`]} />
        <p>
          Neither tells what is served to somebody else or at another time, nor what the server does. The public pages are not in the list.
        </p>
      </div>
    </section>
  );
}
