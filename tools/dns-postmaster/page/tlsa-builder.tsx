import { useEffect, useState } from 'react';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { buildTlsa, readPastedKey, selectFrom, type TlsaWish } from '../knowledge/dane/build-tlsa.ts';
import { Line, Result } from './built-record.tsx';

const usages = [
  { value: '3', name: 'The server’s own certificate (3, DANE-EE)' },
  { value: '2', name: 'The authority that issues it (2, DANE-TA)' },
];
const selectors = [
  { value: '1', name: 'The public key (1, SPKI)' },
  { value: '0', name: 'The whole certificate (0, Cert)' },
];
const matchings = [
  { value: '1', name: 'SHA-256 (1)' },
  { value: '2', name: 'SHA-512 (2)' },
];

/** A TLSA record from a certificate or public key. It is digested in the page; nothing is sent anywhere. */
export default function TlsaBuilder({ domain }: { readonly domain: string }) {
  const [wish, setWish] = useState<Omit<TlsaWish, 'host'>>({ port: '25', usage: 3, selector: 1, matchingType: 1 });
  const [pasted, setPasted] = useState('');
  const [digest, setDigest] = useState('');
  const { selector, matchingType } = wish;
  useEffect(() => {
    let isCurrent = true;
    void digestOf(pasted, selector, matchingType).then((made) => {
      if (isCurrent) setDigest(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [pasted, selector, matchingType]);
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      <p className="text-sm text-muted md:col-span-2">The domain above is the host name of the mail server: mail.example.org.</p>
      <TextArea
        label="Certificate or public key (PEM)"
        className="font-mono md:col-span-2"
        rows={4}
        {...verbatim}
        placeholder="-----BEGIN CERTIFICATE-----"
        value={pasted}
        onValue={setPasted}
      />
      <SelectField
        label="It is"
        options={usages}
        value={String(wish.usage)}
        onValue={(value) => setWish({ ...wish, usage: value === '2' ? 2 : 3 })}
      />
      <SelectField
        label="Bound to"
        options={selectors}
        value={String(selector)}
        onValue={(value) => setWish({ ...wish, selector: value === '0' ? 0 : 1 })}
      />
      <SelectField
        label="Digest"
        options={matchings}
        value={String(matchingType)}
        onValue={(value) => setWish({ ...wish, matchingType: value === '2' ? 2 : 1 })}
      />
      <Line label="Port" placeholder="25" value={wish.port} onChange={(port) => setWish({ ...wish, port })} />
      <div className="md:col-span-2">
        {selector === 0 && readPastedKey(pasted)?.kind === 'key' ? (
          <p className="text-sm text-amber">This is a public key alone: bind the record to the public key.</p>
        ) : null}
        <Result built={buildTlsa({ ...wish, host: domain }, digest)} />
      </div>
    </div>
  );
}

/** The digest of what a selector takes, in hexadecimal; empty where there is nothing to digest. */
async function digestOf(pasted: string, selector: TlsaWish['selector'], matchingType: TlsaWish['matchingType']): Promise<string> {
  const key = readPastedKey(pasted);
  const chosen = key === undefined ? undefined : selectFrom(key, selector);
  if (chosen === undefined) return '';
  const digest = await crypto.subtle.digest(matchingType === 1 ? 'SHA-256' : 'SHA-512', chosen);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
