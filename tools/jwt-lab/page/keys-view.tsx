import { useEffect, useState } from 'react';
import { CopyButton } from '../../../web/app/domains/instruments/copy-button.tsx';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { algorithmNames } from '../knowledge/algorithms.ts';
import { generateKey } from '../knowledge/generate-key.ts';
import { isPrivate, type Jwk, thumbprint } from '../knowledge/jwk.ts';
import { writePem } from '../knowledge/pem.ts';
import { readKeys } from '../knowledge/read-keys.ts';
import { KeyField } from './key-field.tsx';

type KeysViewProps = { readonly keyText: string; readonly onKey: (key: string) => void };

/** One key in all its forms. */
type Forms = {
  readonly title: string;
  readonly thumbprint: string;
  readonly texts: readonly { readonly name: string; readonly text: string }[];
};
type Converted = { readonly forms: readonly Forms[] } | { readonly failure: string } | undefined;

const options = algorithmNames.filter((name) => name !== 'EdDSA').map((name) => ({ value: name, name }));
const sizes = ['2048', '3072', '4096'].map((value) => ({ value, name: `${value} bits` }));

/** Makes keys, and shows a key in each of its forms with its thumbprint. */
export default function KeysView({ keyText, onKey }: KeysViewProps) {
  const [alg, setAlg] = useState('ES256');
  const [bits, setBits] = useState('3072');
  const [isBase64Url, setBase64Url] = useState(false);
  const [making, setMaking] = useState<'no' | 'yes' | 'failed'>('no');
  const converted = useForms(keyText, isBase64Url);
  const isRsa = /^[RP]S/.test(alg);
  const make = async () => {
    setMaking('yes');
    const made = await generateKey(alg, Number(bits), window.crypto.subtle, (count) =>
      window.crypto.getRandomValues(new Uint8Array(count)),
    ).catch(() => undefined);
    setMaking(made === undefined ? 'failed' : 'no');
    if (made !== undefined) onKey(JSON.stringify(made.privateKey, null, 2));
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid gap-6">
        <Panel title="New key">
          <div className="grid gap-4">
            <SelectField label="For the algorithm" options={options} value={alg} onValue={setAlg} />
            {isRsa ? <SelectField label="Size" options={sizes} value={bits} onValue={setBits} /> : null}
            <Button busy={making === 'yes'} onClick={() => void make()}>
              Make a key
            </Button>
            {making === 'failed' ? <StatusMark kind="failure">This browser does not offer {alg}.</StatusMark> : null}
          </div>
        </Panel>
        <KeyField
          label="Key to convert"
          value={keyText}
          onChange={onKey}
          isBase64Url={isBase64Url}
          onBase64Url={setBase64Url}
          failure={converted !== undefined && 'failure' in converted ? converted.failure : undefined}
        />
      </div>
      <div className="grid min-w-0 gap-6">
        {converted !== undefined && 'forms' in converted ? (
          converted.forms.map((forms) => <KeySheet key={forms.thumbprint} forms={forms} />)
        ) : (
          <Panel title="Forms of a key">
            <p className="text-muted">
              Make a key or paste one: it is shown as a JWK and as PEM, private and public, with its thumbprint (RFC 7638).
            </p>
          </Panel>
        )}
      </div>
    </div>
  );
}

function KeySheet({ forms: { title, thumbprint: print, texts } }: { readonly forms: Forms }) {
  return (
    <Panel title={title}>
      <p className="text-sm text-muted">Thumbprint, SHA-256</p>
      <p className="flex flex-wrap items-center justify-between gap-x-4 font-mono text-sm wrap-anywhere" translate="no">
        {print}
        <CopyButton text={print} label="Copy thumbprint" />
      </p>
      {texts.map(({ name, text }) => (
        <section key={name} aria-label={name} className="mt-3">
          <div className="flex items-center justify-between">
            <h3 className="font-semibold">{name}</h3>
            <CopyButton text={text} label={`Copy ${name}`} />
          </div>
          <pre
            translate="no"
            className="rounded-control border border-hairline bg-plate p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </pre>
        </section>
      ))}
    </Panel>
  );
}

function useForms(keyText: string, isBase64Url: boolean): Converted {
  const [converted, setConverted] = useState<Converted>();
  useEffect(() => whileWanted(convert(keyText, isBase64Url), setConverted), [keyText, isBase64Url]);
  return converted;
}

async function convert(keyText: string, isBase64Url: boolean): Promise<Converted> {
  const { subtle } = window.crypto;
  if (subtle === undefined) return { failure: 'This page needs https: the browser offers no cryptography without.' };
  const keys = await readKeys(keyText, isBase64Url, subtle);
  if (!keys.ok) return { failure: keys.failure.message };
  return keys.value.length === 0 ? undefined : { forms: await Promise.all(keys.value.map((key) => formsOf(key, subtle))) };
}

const privateNames = ['d', 'p', 'q', 'dp', 'dq', 'qi'];

async function formsOf(key: Jwk, subtle: SubtleCrypto): Promise<Forms> {
  const kind = isPrivate(key) ? (key.kty === 'oct' ? 'Secret' : 'Private key') : 'Public key';
  const publicKey = Object.fromEntries(Object.entries(key).filter(([name]) => !privateNames.includes(name)));
  const hasPublic = key.kty !== 'oct';
  const pems = hasPublic
    ? await Promise.all(
        (isPrivate(key) ? (['whole', 'public'] as const) : (['public'] as const)).map((part) => writePem(key, part, subtle)),
      )
    : [];
  const texts = [
    { name: isPrivate(key) && hasPublic ? 'Private JWK' : 'JWK', text: JSON.stringify(key, null, 2) },
    ...(isPrivate(key) && hasPublic ? [{ name: 'Public JWK', text: JSON.stringify(publicKey, null, 2) }] : []),
    ...pems.flatMap((pem) => (pem.ok ? [{ name: pem.value.includes('PRIVATE') ? 'Private PEM' : 'Public PEM', text: pem.value }] : [])),
  ];
  return { title: `${kind}, ${typeof key['crv'] === 'string' ? key['crv'] : key.kty}`, thumbprint: await thumbprint(key, subtle), texts };
}
