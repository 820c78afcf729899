import { readClaims } from '../knowledge/claims.ts';
import type { Jws } from '../knowledge/parse-jws.ts';
import { shownBytes, TokenText } from './token-text.tsx';

/** Header and payload, laid out. What is no text is shown in hexadecimal. */
export function TokenContent({ jws }: { readonly jws: Jws }) {
  const claims = readClaims(jws.payload);
  const payload = claims === undefined ? shownBytes(jws.payload) : JSON.stringify(claims, null, 2);
  return (
    <div className="grid min-w-0 gap-6 lg:-mt-2">
      {jws.signatures.map(({ header, protectedText }, index) => (
        <TokenText
          key={`${protectedText} ${JSON.stringify(header)}`}
          title={jws.signatures.length === 1 ? 'Header' : `Header of signature ${index + 1}`}
          text={JSON.stringify(header, null, 2)}
          ink="text-copper"
        />
      ))}
      <TokenText title="Payload" text={payload === '' ? '(empty)' : payload} ink="text-verdigris" />
    </div>
  );
}
