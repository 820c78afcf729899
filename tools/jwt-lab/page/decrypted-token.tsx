import { judge } from '@castellan/probes/judgement';
import { useEffect, useMemo, useState } from 'react';
import { FindingsList } from '../../../web/app/domains/instruments/findings-list.tsx';
import type { VerdictTone } from '../../../web/app/domains/instruments/seal.tsx';
import { VerdictSheet } from '../../../web/app/domains/instruments/verdict-sheet.tsx';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { readClaims } from '../knowledge/claims.ts';
import { type Decryption, decryptJwe } from '../knowledge/jwe/decrypt-jwe.ts';
import { lintJwe } from '../knowledge/jwe/lint-jwe.ts';
import { type Jwe, parseJwe } from '../knowledge/jwe/parse-jwe.ts';
import { readKeys } from '../knowledge/read-keys.ts';
import { readNestedToken } from '../knowledge/read-token.ts';
import { shownBytes, TokenText } from './token-text.tsx';
import { verdictOfFailure } from './token-verdict.ts';

type DecryptedTokenProps = {
  readonly token: string;
  readonly keyText: string;
  readonly isBase64Url: boolean;
  /** Opens a signed token that was inside. */
  readonly onToken: (token: string) => void;
};

/** An encrypted token: its header, and with its key what is in it. */
export default function DecryptedToken({ token, keyText, isBase64Url, onToken }: DecryptedTokenProps) {
  const parsed = useMemo(() => parseJwe(token, 'any'), [token]);
  const jwe = parsed.ok ? parsed.value : undefined;
  const decryption = useDecryption(jwe, keyText, isBase64Url);
  if (!parsed.ok) {
    const { sentence, detail, sealText } = verdictOfFailure(parsed.failure);
    return (
      <VerdictSheet tone="bad" sealText={sealText} verdict={sentence} facts={[{ name: 'Part', value: parsed.failure.part }]}>
        <p className="wrap-anywhere">{detail}</p>
      </VerdictSheet>
    );
  }
  const { header, serialization, recipients } = parsed.value;
  const text = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '—' : JSON.stringify(value));
  const facts = [
    { name: 'Key management', value: text(header['alg']) },
    { name: 'Content encryption', value: text(header['enc']) },
    { name: 'Key id', value: text(header['kid']) },
    { name: 'Serialization', value: recipients.length > 1 ? `${serialization}, ${recipients.length} recipients` : serialization },
  ];
  const findings = lintJwe(parsed.value, decryption);
  const { tone, sealText, sentence } = verdictOf(decryption, judge({ findings }).standing === 'wanting');
  return (
    <>
      <VerdictSheet tone={tone} sealText={sealText} verdict={sentence} facts={facts}>
        <p className="wrap-anywhere">{saysOf(decryption)}</p>
      </VerdictSheet>
      <div className="grid items-start gap-8 lg:grid-cols-[1.1fr_1fr]">
        <section aria-labelledby="jwe-findings">
          <h2 id="jwe-findings" className="lettering mb-3 text-lg">
            Findings
          </h2>
          <FindingsList findings={findings} nothing="Nothing found." />
        </section>
        <div className="grid min-w-0 gap-6">
          <TokenText title="Header" text={JSON.stringify(header, null, 2)} ink="text-copper" />
          {decryption?.plaintext === undefined ? null : <Content plaintext={decryption.plaintext} onToken={onToken} />}
        </div>
      </div>
    </>
  );
}

function Content({
  plaintext,
  onToken,
}: {
  readonly plaintext: NonNullable<Decryption['plaintext']>;
  readonly onToken: (token: string) => void;
}) {
  const claims = readClaims(plaintext);
  const nested = readNestedToken({ payload: plaintext });
  const text = claims === undefined ? shownBytes(plaintext) : JSON.stringify(claims, null, 2);
  return (
    <>
      <TokenText title="Content" text={text === '' ? '(empty)' : text.slice(0, 100_000)} ink="text-verdigris" />
      {nested === undefined ? null : (
        <GhostButton className="justify-self-start" onClick={() => onToken(nested.text)}>
          Open the token inside
        </GhostButton>
      )}
    </>
  );
}

function saysOf(decryption: Decryption | undefined): string | undefined {
  if (decryption?.code === 'no_key') return 'Enter its key to decrypt it.';
  const { plaintext, reason } = decryption ?? {};
  if (plaintext === undefined) return reason;
  if (readClaims(plaintext) !== undefined) return 'It contains a claims set.';
  return readNestedToken({ payload: plaintext }) === undefined ? 'Its content is not a claims set.' : 'It contains a signed token.';
}

function verdictOf(
  decryption: Decryption | undefined,
  isWanting: boolean,
): {
  readonly tone: VerdictTone;
  readonly sealText: string;
  readonly sentence: string;
} {
  switch (decryption?.code) {
    case undefined:
    case 'no_key':
      return { tone: 'open', sealText: 'JWE', sentence: 'Encrypted token (JWE).' };
    case 'decrypted':
      return isWanting
        ? { tone: 'doubtful', sealText: '!', sentence: 'Decrypted, with findings.' }
        : { tone: 'sound', sealText: '✓', sentence: 'Decrypted.' };
    case 'decryption_failed':
      return { tone: 'bad', sealText: '✕', sentence: 'Decryption failed.' };
    case 'key_type':
      return { tone: 'doubtful', sealText: '?', sentence: 'The key does not fit this token.' };
    case 'algorithm_unavailable':
      return { tone: 'open', sealText: '?', sentence: 'Not decryptable in this browser.' };
    case 'limit':
    case 'malformed':
      return { tone: 'bad', sealText: '!', sentence: 'Not decrypted.' };
  }
}

/** Decrypts whenever token or key change; the answer to an earlier question is dropped. */
function useDecryption(jwe: Jwe | undefined, keyText: string, isBase64Url: boolean): Decryption | undefined {
  const [decryption, setDecryption] = useState<Decryption>();
  useEffect(() => {
    const find = async (): Promise<Decryption | undefined> => {
      const { subtle } = window.crypto;
      if (jwe === undefined || subtle === undefined) return undefined;
      const keys = await readKeys(keyText, isBase64Url, subtle);
      return keys.ok ? decryptJwe(jwe, keys.value) : { code: 'no_key', reason: keys.failure.message };
    };
    return whileWanted(find(), setDecryption);
  }, [jwe, keyText, isBase64Url]);
  return decryption;
}
