import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../../../web/app/domains/instruments/copy-button.tsx';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { buttonClass } from '../../../web/app/ui/button-class.ts';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { algorithmNames } from '../knowledge/algorithms.ts';
import { isPrivate } from '../knowledge/jwk.ts';
import { readKeys } from '../knowledge/read-keys.ts';
import { signCompact } from '../knowledge/sign-jws.ts';
import { isObject, parseStrictJson } from '../knowledge/strict-json.ts';
import { utf8 } from '../knowledge/text-bytes.ts';
import { KeyField } from './key-field.tsx';
import { TokenAnatomy } from './token-anatomy.tsx';

type SignViewProps = { readonly keyText: string; readonly onKey: (key: string) => void; readonly onSigned: (token: string) => void };

type Signed = { readonly token: string } | { readonly failure: string } | undefined;

const options = algorithmNames.map((name) => ({ value: name, name }));

/** Header, payload and key make a token as one types. */
export default function SignView({ keyText, onKey, onSigned }: SignViewProps) {
  const [alg, setAlg] = useState('HS256');
  const [extra, setExtra] = useState('{\n  "typ": "JWT"\n}');
  const [payload, setPayload] = useState('{\n  "sub": "ada"\n}');
  const [isBase64Url, setBase64Url] = useState(false);
  const signed = useSigned(alg, extra, payload, keyText, isBase64Url);
  const mono = '[&_textarea]:font-mono [&_textarea]:text-sm';
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-4">
        <SelectField label="Algorithm" options={options} value={alg} onValue={setAlg} />
        <TextArea label="More of the header" rows={4} value={extra} spellCheck={false} translate="no" className={mono} onValue={setExtra} />
        <TextArea label="Payload" rows={7} value={payload} spellCheck={false} translate="no" className={mono} onValue={setPayload} />
        <KeyField
          label="Private key or secret"
          value={keyText}
          onChange={onKey}
          isBase64Url={isBase64Url}
          onBase64Url={setBase64Url}
          failure={undefined}
        />
      </div>
      <Panel
        title="Token"
        aside={signed !== undefined && 'token' in signed ? <CopyButton text={signed.token} label="Copy token" /> : undefined}
      >
        <div role="status">
          {signed === undefined ? <p className="text-muted">Give a key. The Keys part makes one.</p> : null}
          {signed !== undefined && 'failure' in signed ? <StatusMark kind="failure">{signed.failure}</StatusMark> : null}
        </div>
        {signed !== undefined && 'token' in signed ? (
          <div className="grid gap-4">
            <p className="sr-only">{signed.token}</p>
            <TokenAnatomy token={signed.token} failure={undefined} />
            <Link to="#verify" className={buttonClass('ghost')} onClick={() => onSigned(signed.token)}>
              Read this token
            </Link>
          </div>
        ) : null}
      </Panel>
    </div>
  );
}

function useSigned(alg: string, extra: string, payload: string, keyText: string, isBase64Url: boolean): Signed {
  const [signed, setSigned] = useState<Signed>();
  useEffect(() => whileWanted(sign(alg, extra, payload, keyText, isBase64Url), setSigned), [alg, extra, payload, keyText, isBase64Url]);
  return signed;
}

async function sign(alg: string, extra: string, payload: string, keyText: string, isBase64Url: boolean): Promise<Signed> {
  const { subtle } = window.crypto;
  if (subtle === undefined) return { failure: 'This page needs https: the browser offers no cryptography without.' };
  const keys = await readKeys(keyText, isBase64Url, subtle);
  if (!keys.ok) return { failure: keys.failure.message };
  const key = keys.value.find(isPrivate) ?? keys.value[0];
  if (key === undefined) return undefined;
  const header = parseStrictJson(utf8(extra.trim() === '' ? '{}' : extra));
  if (!header.ok || !isObject(header.value)) return { failure: 'The header is not a JSON object.' };
  const kid = typeof key['kid'] === 'string' && !Object.hasOwn(header.value, 'kid') ? { kid: key['kid'] } : {};
  const made = await signCompact({ ...header.value, ...kid, alg }, utf8(payload), key, subtle);
  return made.ok ? { token: made.value } : { failure: made.failure.message };
}
