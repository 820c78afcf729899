import type { WholeSiteProof } from '../../lib/site-proof.ts';
import { utcDayText } from '../../lib/utc-day-text.ts';
import { TableFrame } from '../../ui/table-frame.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { BrowserCheck } from './check/browser-check.tsx';
import { UntilFirstDay } from './check/until-first-day.tsx';
import { Commands } from './commands.tsx';

type LogProofProps = { readonly proof: WholeSiteProof; readonly publicUrl: string };

/** The signed days of the log, and how to check them. */
export function LogProof({ proof, publicUrl }: LogProofProps) {
  const { lastDay } = proof;
  return (
    <section aria-labelledby="log" className="proof-section">
      <h2 id="log" className="lettering text-2xl">
        The log
      </h2>
      <div className="proof-text">
        <p>
          Sign-ins, refused requests and changes to this site are written to a log whose rows are chained: each holds the hash of the one
          before. After midnight UTC the server signs a statement for the day that has passed, and publishes it. A statement names the day
          and no time, and its hash is different every day, whether much happened or nothing.
        </p>
        {lastDay === undefined ? (
          <FirstDay proof={proof} publicUrl={publicUrl} />
        ) : (
          <SignedDays proof={proof} publicUrl={publicUrl} lastDay={lastDay.day} />
        )}
        <h3 className="text-lg font-semibold">What this proves</h3>
        <p>
          If you keep a statement, you can tell later whether the log was rewritten: a changed or removed row changes the hash of its day,
          and a changed statement no longer matches the ones after it. It proves nothing against a log that was false from the beginning,
          and nothing to anyone without an earlier copy. Rows are private: the hash tells nothing about them.
        </p>
        <p>
          If you are shown the log itself, you can tie it to a statement. The <code>log:</code> line is the hash of the day and of the hash
          of that day’s last row, or of the last row before it:
        </p>
        <Commands lines={[`printf '%s\\n%s\\n' ${lastDay?.day ?? '2026-01-31'} HASH_OF_THE_ROW | sha256sum`]} />
      </div>
    </section>
  );
}

/** Before the first day is signed: when that will be, and what can be noted until then. */
function FirstDay({ proof, publicUrl }: Pick<LogProofProps, 'proof' | 'publicUrl'>) {
  return (
    <>
      <h3 className="text-lg font-semibold">This log is in its first day</h3>
      <p role="status">
        No day is signed yet. The first statement appears here after midnight UTC
        <UntilFirstDay />. Until then there is one thing worth keeping, the fingerprint of the key that will sign it. If you note it now,
        nobody can exchange the key behind your back.
      </p>
      <p className="font-mono text-sm wrap-anywhere text-verdigris">{proof.keyFingerprint}</p>
      <div className="proof-pair">
        <div>
          <p>Your browser can ask for the key and compute its fingerprint, by this site’s own code.</p>
        </div>
        <div>
          <p>Or without this site’s code:</p>
          <Commands lines={[`curl -fsSO ${publicUrl}/proof/key.pem`, 'openssl pkey -pubin -in key.pem -outform DER | sha256sum']} />
        </div>
        <BrowserCheck publicUrl={publicUrl} />
      </div>
    </>
  );
}

function SignedDays({ proof, publicUrl, lastDay }: LogProofProps & { readonly lastDay: string }) {
  const { days, dayCount, keyFingerprint, keySince } = proof;
  const files = `${publicUrl}/proof`;
  const before = days[1]?.day;
  return (
    <>
      <div className="proof-pair">
        <div>
          <h3 className="text-lg font-semibold">Check every day here</h3>
          <p>
            Your browser downloads all signed days, and checks each signature and that each day leads to the one before. This site’s own
            code does it, so a dishonest site could cheat here too.
          </p>
        </div>
        <div>
          <h3 className="text-lg font-semibold">Check a day without this site’s code</h3>
          <p>The last command prints “Verified OK”.</p>
          <Commands
            lines={[
              `curl -fsSO ${files}/key.pem`,
              `curl -fsSO ${files}/${lastDay}.txt`,
              `curl -fsSO ${files}/${lastDay}.sig`,
              `openssl dgst -sha256 -verify key.pem -signature ${lastDay}.sig ${lastDay}.txt`,
            ]}
          />
        </div>
        <BrowserCheck publicUrl={publicUrl} />
      </div>
      <p>This prints the fingerprint of the key. Note it: it stays the same.</p>
      <Commands lines={['openssl pkey -pubin -in key.pem -outform DER | sha256sum']} />
      <p className="font-mono text-sm wrap-anywhere text-verdigris">{keyFingerprint}</p>
      {keySince === undefined ? null : (
        <p>
          Days before {utcDayText(keySince)} were signed by an earlier key. Each has its own beside it, such as{' '}
          <code>{`${days.at(-1)?.day}.pem`}</code>.
        </p>
      )}
      {before === undefined ? null : (
        <>
          <h3 className="text-lg font-semibold">Check that no day was replaced</h3>
          <p>Each statement holds the hash of the one before. Both lines print the same hash.</p>
          <Commands lines={[`curl -fsS ${files}/${before}.txt | sha256sum`, `grep previous: ${lastDay}.txt`]} />
        </>
      )}
      <h3 className="text-lg font-semibold">Keep a copy, and compare it later</h3>
      <p>
        <code>days.txt</code> has one line for each day. Fetch it now; next time, this prints “unchanged” if none of your lines was altered.
      </p>
      <Commands
        lines={[
          `curl -fsS ${files}/days.txt -o days.txt`,
          `curl -fsS ${files}/days.txt | head -n "$(wc -l < days.txt)" | diff - days.txt && echo unchanged`,
        ]}
      />
      <p className="text-sm text-muted">
        On macOS write <code>shasum -a 256</code> for <code>sha256sum</code>.
      </p>
      <h3 className="text-lg font-semibold">
        {dayCount > days.length
          ? `The last ${days.length} of ${dayCount} signed days`
          : dayCount === 1
            ? 'One signed day'
            : `${dayCount} signed days`}
      </h3>
      <TableFrame label="Signed days">
        <table className="proof-days">
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col">Hash of the log</th>
              <th scope="col">Files</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, hash }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td className="wrap-anywhere">{hash}</td>
                <td className="whitespace-nowrap">
                  <a href={`/proof/${day}.txt`}>
                    txt
                    <VisuallyHidden> (statement of {day})</VisuallyHidden>
                  </a>{' '}
                  <a href={`/proof/${day}.sig`}>
                    sig
                    <VisuallyHidden> (signature of {day})</VisuallyHidden>
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p>
        All of them:{' '}
        <a href="/proof/days.txt" className="underline underline-offset-4">
          days.txt
        </a>
      </p>
    </>
  );
}
