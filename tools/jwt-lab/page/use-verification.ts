import { useEffect, useState } from 'react';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import type { Jwk, KeyFailure } from '../knowledge/jwk.ts';
import type { Jws } from '../knowledge/parse-jws.ts';
import type { Bytes } from '../knowledge/ports.ts';
import { readKeys } from '../knowledge/read-keys.ts';
import { type Verification, verifyJws } from '../knowledge/verify-jws.ts';

/** What came of the key and of the signature. */
export type Verified = {
  readonly keys: readonly Jwk[];
  readonly keyFailure: KeyFailure | undefined;
  readonly verification: Verification | undefined;
};

const nothing: Verified = { keys: [], keyFailure: undefined, verification: undefined };

/** Verifies whenever token, key or content change; the answer to an earlier question is dropped. */
export function useVerification(jws: Jws | undefined, keyText: string, isBase64Url: boolean, detached: Bytes | undefined): Verified {
  const [verified, setVerified] = useState(nothing);
  useEffect(() => {
    const find = async (): Promise<Verified> => {
      // Without a secure context there is no WebCrypto.
      const { subtle } = window.crypto;
      if (subtle === undefined)
        return {
          ...nothing,
          keyFailure: { code: 'key_unsupported', message: 'This page needs https: the browser offers no cryptography without.' },
        };
      const keys = await readKeys(keyText, isBase64Url, subtle);
      if (!keys.ok) return { ...nothing, keyFailure: keys.failure };
      return {
        keys: keys.value,
        keyFailure: undefined,
        verification: jws === undefined ? undefined : await verifyJws(jws, keys.value, subtle, detached),
      };
    };
    return whileWanted(find(), setVerified);
  }, [jws, keyText, isBase64Url, detached]);
  return verified;
}
