import { useState } from 'react';
import { CopyButton } from '../../../web/app/domains/instruments/copy-button.tsx';
import { Button } from '../../../web/app/ui/button.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { type Attack, attacks, type Forgery, forgeToken } from '../knowledge/forge/forge-token.ts';
import { parseJws } from '../knowledge/parse-jws.ts';
import { readPastedToken } from '../knowledge/read-token.ts';
import { isObject, parseStrictJson } from '../knowledge/strict-json.ts';
import { textOf, utf8 } from '../knowledge/text-bytes.ts';

type ForgeViewProps = {
  readonly token: string;
  readonly onToken: (token: string) => void;
  readonly keyText: string;
  readonly onKey: (key: string) => void;
};

type Run =
  | { readonly status: 'idle' | 'busy' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'done'; readonly forgery: Forgery };

const mono = '[&_textarea]:font-mono [&_textarea]:text-sm';

const names: Readonly<Record<Attack, string>> = {
  none: 'Unsigned tokens (alg: none)',
  confusion: 'Algorithm confusion',
  kid: 'Key ID injection (kid)',
  jwk: 'Embedded key (jwk, x5c)',
  jku: 'Key by address (jku, x5u)',
};

/** Forged variants of a token, each for a verifier with one flaw. */
export default function ForgeView({ token, onToken, keyText, onKey }: ForgeViewProps) {
  const [claims, setClaims] = useState('');
  const [address, setAddress] = useState('');
  // A file's line breaks may be others than those of a text field.
  const [file, setFile] = useState<File>();
  const [run, setRun] = useState<Run>({ status: 'idle' });
  const start = async () => {
    setRun({ status: 'busy' });
    setRun(
      await forge({ token, claims, address, keyText, file }).catch(
        (): Run => ({ status: 'failed', reason: 'This browser could not sign the tokens.' }),
      ),
    );
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Panel title="Token to start from">
        <div className="grid gap-4">
          <TextArea label="Token" rows={6} value={token} {...verbatim} translate="no" className={mono} onValue={onToken} />
          <TextArea
            label="Claims to set, as JSON"
            rows={3}
            value={claims}
            {...verbatim}
            translate="no"
            placeholder='{ "sub": "admin" }'
            className={mono}
            onValue={setClaims}
          />
          <TextArea
            label="Public key of the verifier, or a private key of your own"
            rows={4}
            value={file === undefined ? keyText : ''}
            disabled={file !== undefined}
            {...verbatim}
            translate="no"
            className={mono}
            onValue={onKey}
          />
          <FileField label="Or the key’s file, byte by byte" accept=".pem,.pub,.crt,.cer,.jwk,.json" onChoose={setFile} />
          <TextField
            label="Address of your key, for jku and x5u"
            hint="It is written into the tokens. Nothing is fetched from it."
            value={address}
            {...verbatim}
            placeholder="https://attacker.example/jwks.json"
            onValue={setAddress}
          />
          <p className="text-sm text-muted">
            Each token is accepted by verifiers with one known flaw, and by no sound one. Forge tokens only to test systems that you are
            authorised to test. Nothing is sent: you decide where a token goes.
          </p>
          <Button className="justify-self-start" busy={run.status === 'busy'} disabled={token.trim() === ''} onClick={() => void start()}>
            Forge
          </Button>
        </div>
      </Panel>
      <div className="grid min-w-0 gap-6">
        <div role="status" className="empty:hidden">
          {run.status === 'failed' ? <StatusMark kind="failure">{run.reason}</StatusMark> : null}
        </div>
        {run.status === 'done' ? <Forged forgery={run.forgery} /> : null}
      </div>
    </div>
  );
}

type Order = {
  readonly token: string;
  readonly claims: string;
  readonly address: string;
  readonly keyText: string;
  readonly file: File | undefined;
};

async function forge({ token, claims, address, keyText, file }: Order): Promise<Run> {
  const failed = (reason: string): Run => ({ status: 'failed', reason });
  const { subtle } = window.crypto;
  if (subtle === undefined) return failed('This page needs https: the browser offers no cryptography without.');
  const parsed = parseJws(readPastedToken(token));
  if (!parsed.ok) return failed(parsed.failure.message);
  const read = claims.trim() === '' ? undefined : parseStrictJson(utf8(claims));
  if (read !== undefined && !(read.ok && isObject(read.value))) return failed('The claims are not a JSON object.');
  const fileText = file === undefined ? undefined : textOf(new Uint8Array(await file.arrayBuffer()));
  if (file !== undefined && fileText === undefined) return failed('The key file is not UTF-8.');
  const order = {
    jws: parsed.value,
    attacks,
    claims: read?.ok === true && isObject(read.value) ? read.value : undefined,
    keyText: fileText ?? keyText,
    address: address.trim() === '' ? undefined : address.trim(),
    nowSeconds: Math.floor(Date.now() / 1000),
  };
  const randomBytes = (count: number) => window.crypto.getRandomValues(new Uint8Array(count));
  return { status: 'done', forgery: await forgeToken(order, { crypto: subtle, randomBytes }) };
}

function Forged({ forgery: { forged, skipped, publish, signingKey } }: { readonly forgery: Forgery }) {
  const made = attacks.filter((attack) => forged.some((one) => one.attack === attack));
  return (
    <>
      {made.map((attack) => (
        <Panel key={attack} title={names[attack]}>
          <ul className="grid gap-5">
            {forged
              .filter((one) => one.attack === attack)
              .map(({ title, flaw, token }) => (
                <li key={title} className="min-w-0">
                  <div className="flex items-center justify-between gap-4">
                    <h3 className="font-semibold">{title}</h3>
                    <CopyButton text={token} label="Copy" />
                  </div>
                  <p className="text-sm text-muted">{flaw}</p>
                  <p translate="no" className="mt-2 line-clamp-2 font-mono text-sm text-ink wrap-anywhere">
                    {token}
                  </p>
                </li>
              ))}
          </ul>
        </Panel>
      ))}
      {publish === undefined ? null : (
        <Panel title="To publish at your address">
          <PublishedFile name="JWK Set, for jku" text={publish.jwks} />
          <PublishedFile name="Certificate, for x5u" text={publish.certificate} />
        </Panel>
      )}
      {signingKey === undefined ? null : (
        <Panel title="Signing key">
          <p className="mb-2 text-sm text-muted">Made for these tokens. Keep it to sign more of them.</p>
          <PublishedFile name="Private JWK" text={JSON.stringify(signingKey, null, 2)} />
        </Panel>
      )}
      {skipped.length === 0 ? null : (
        <Panel title="Not made">
          <ul className="grid list-disc gap-1 pl-5 text-muted">
            {skipped.map(({ attack, reason }) => (
              <li key={attack}>
                {names[attack]}: {reason}.
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function PublishedFile({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <details className="mt-2 min-w-0 rounded-control border border-hairline px-4">
      <summary className="target content-center">{name}</summary>
      <CopyButton text={text} label={`Copy ${name.split(',')[0] ?? name}`} />
      <pre translate="no" className="pb-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </details>
  );
}
