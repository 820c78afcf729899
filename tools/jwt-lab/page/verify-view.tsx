import { lazy, Suspense, useMemo, useState } from 'react';
import { FindingsList } from '../../../web/app/domains/instruments/findings-list.tsx';
import { VerdictSheet } from '../../../web/app/domains/instruments/verdict-sheet.tsx';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { isNumericDate } from '../knowledge/claims.ts';
import { type Jws, parseJws } from '../knowledge/parse-jws.ts';
import { isJwe, readNestedToken, readPastedToken } from '../knowledge/read-token.ts';
import { utf8 } from '../knowledge/text-bytes.ts';
import { ClaimsTimeline } from './claims-timeline.tsx';
import { KeyField } from './key-field.tsx';
import { readToken } from './reading.ts';
import { TokenAnatomy } from './token-anatomy.tsx';
import { TokenContent } from './token-content.tsx';
import { verdictOfFailure } from './token-verdict.ts';
import { useVerification } from './use-verification.ts';

// What decrypts is fetched with the first encrypted token.
const DecryptedToken = lazy(() => import('./decrypted-token.tsx'));

type VerifyViewProps = {
  readonly token: string;
  readonly onToken: (token: string) => void;
  readonly keyText: string;
  readonly onKey: (key: string) => void;
  /** Asks for a token and its key, made now. */
  readonly onExample: () => void;
};

const slacks = [
  { value: '0', name: 'None' },
  { value: '60', name: '1 minute' },
  { value: '300', name: '5 minutes' },
] as const;

/** A token and its key on the left, what they say on the right, as one types. */
export function VerifyView({ token, onToken, keyText, onKey, onExample }: VerifyViewProps) {
  const [isBase64Url, setBase64Url] = useState(false);
  const [detachedText, setDetached] = useState('');
  const [slack, setSlack] = useState('0');
  const trimmed = readPastedToken(token);
  const parsed = useMemo(() => (trimmed === '' ? undefined : parseJws(trimmed)), [trimmed]);
  const jws = parsed?.ok === true ? parsed.value : undefined;
  const detached = useMemo(() => (detachedText === '' ? undefined : utf8(detachedText)), [detachedText]);
  const { keyFailure, verification } = useVerification(jws, keyText, isBase64Url, detached);
  const failure = parsed?.ok === false ? parsed.failure : undefined;
  const isEncrypted = failure !== undefined && isJwe(trimmed);
  return (
    <div className="grid items-start gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-4">
          <TextArea
            label="Token"
            rows={7}
            value={token}
            {...verbatim}
            translate="no"
            placeholder="eyJhbGciOi…"
            className="[&_textarea]:font-mono [&_textarea]:text-sm"
            onValue={onToken}
          />
          {trimmed === '' ? (
            <GhostButton className="justify-self-start" onClick={onExample}>
              Make an example
            </GhostButton>
          ) : (
            <TokenAnatomy token={trimmed} failure={failure} />
          )}
        </div>
        <div className="grid gap-4">
          <KeyField
            label="Key"
            value={keyText}
            onChange={onKey}
            isBase64Url={isBase64Url}
            onBase64Url={setBase64Url}
            failure={keyFailure?.message}
          />
          <details className="rounded-card border border-hairline px-4">
            <summary className="target content-center">Clock tolerance and detached content</summary>
            <div className="grid gap-4 pb-4">
              <SelectField label="Clock tolerance" options={slacks} value={slack} onValue={setSlack} />
              <TextArea label="Detached content" rows={3} value={detachedText} onValue={setDetached} />
            </div>
          </details>
        </div>
      </div>
      {isEncrypted ? (
        <Suspense fallback={<Waiting label="Fetching what decrypts" />}>
          <DecryptedToken token={trimmed} keyText={keyText} isBase64Url={isBase64Url} onToken={onToken} />
        </Suspense>
      ) : failure === undefined ? null : (
        <BrokenVerdict failure={failure} />
      )}
      {jws === undefined ? (
        <WhatIsChecked isEmpty={trimmed === ''} />
      ) : (
        <>
          <NestedToken jws={jws} onToken={onToken} />
          <Reading jws={jws} verification={verification} slackSeconds={Number(slack)} />
        </>
      )}
    </div>
  );
}

/** A token whose payload is another one leads to it. */
function NestedToken({ jws, onToken }: { readonly jws: ReadingProps['jws']; readonly onToken: (token: string) => void }) {
  const nested = useMemo(() => readNestedToken(jws), [jws]);
  if (nested === undefined) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p>The payload is another signed token. Its claims are inside, separately signed.</p>
      <GhostButton onClick={() => onToken(nested.text)}>Open the token inside</GhostButton>
    </div>
  );
}

function BrokenVerdict({ failure }: { readonly failure: Parameters<typeof verdictOfFailure>[0] }) {
  const { tone, sealText, sentence, detail } = verdictOfFailure(failure);
  const facts = [
    { name: 'Part', value: failure.part },
    { name: 'Byte', value: String(failure.at) },
    { name: 'Reason', value: failure.code.replaceAll('_', ' ') },
  ];
  return (
    <VerdictSheet tone={tone} sealText={sealText} verdict={sentence} facts={facts}>
      <p className="wrap-anywhere">{detail}</p>
    </VerdictSheet>
  );
}

type ReadingProps = {
  readonly jws: Jws;
  readonly verification: ReturnType<typeof useVerification>['verification'];
  readonly slackSeconds: number;
};

function Reading({ jws, verification, slackSeconds }: ReadingProps) {
  const nowSeconds = Math.floor(useNow(1000) / 1000);
  const { claims, timeline, findings, verdict } = readToken(jws, verification, nowSeconds, slackSeconds);
  const { tone, sealText, sentence, detail } = verdict;
  const header = jws.signatures[0]?.header ?? {};
  const text = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '—' : JSON.stringify(value));
  const facts = [
    { name: 'Algorithm', value: text(header['alg']) },
    { name: 'Key id', value: text(header['kid']) },
    { name: 'Issuer', value: text(claims?.['iss']) },
    { name: 'Audience', value: text(claims?.['aud']) },
    { name: 'Signature', value: `${jws.signatures[0]?.signature.length ?? 0} bytes` },
  ];
  const hasTimes = claims !== undefined && ['iat', 'nbf', 'exp'].some((name) => isNumericDate(claims[name]));
  return (
    <>
      <VerdictSheet tone={tone} sealText={sealText} verdict={sentence} facts={facts}>
        <p className="wrap-anywhere">{detail}</p>
      </VerdictSheet>
      {hasTimes && timeline !== undefined ? (
        <Panel title="Validity period">
          <ClaimsTimeline timeline={timeline} nowSeconds={nowSeconds} />
        </Panel>
      ) : null}
      <div className="grid items-start gap-8 lg:grid-cols-[1.1fr_1fr]">
        <section aria-labelledby="findings-title">
          <h2 id="findings-title" className="lettering mb-3 text-lg">
            Findings
          </h2>
          <FindingsList findings={findings} nothing="No findings (RFC 8725)." />
        </section>
        <TokenContent jws={jws} />
      </div>
    </>
  );
}

function WhatIsChecked({ isEmpty }: { readonly isEmpty: boolean }) {
  if (!isEmpty) return null;
  return (
    <Panel title="What is checked">
      <ul className="grid list-disc gap-2 pl-5 text-muted sm:grid-cols-2 sm:gap-x-10">
        <li>Every byte of the token, by RFC 7515 and 7519.</li>
        <li>HMAC, RSA, ECDSA and Ed25519 signatures, with your key only; encrypted tokens are decrypted with it.</li>
        <li>Its validity period, with the clock tolerance that you allow.</li>
        <li>Weak secrets, risky headers and long lifetimes, by RFC 8725.</li>
      </ul>
      <p className="mt-4">Tokens and keys stay in the memory of this tab. Nothing is stored, and nothing is sent.</p>
    </Panel>
  );
}
