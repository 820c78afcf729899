import { CopyButton } from '../../../web/app/domains/instruments/copy-button.tsx';
import { readClaims } from '../knowledge/claims.ts';
import type { Jws } from '../knowledge/parse-jws.ts';
import { textOf } from '../knowledge/text-bytes.ts';

/** Header and payload, laid out. What is no text is shown in hexadecimal. */
export function TokenContent({ jws }: { readonly jws: Jws }) {
  const claims = readClaims(jws.payload);
  const payload = claims === undefined ? shownBytes(jws.payload) : JSON.stringify(claims, null, 2);
  return (
    <div className="grid min-w-0 gap-6 lg:-mt-2">
      {jws.signatures.map(({ header, protectedText }, index) => (
        <Block
          key={`${protectedText} ${JSON.stringify(header)}`}
          title={jws.signatures.length === 1 ? 'Header' : `Header of signature ${index + 1}`}
          text={JSON.stringify(header, null, 2)}
          ink="text-copper"
        />
      ))}
      <Block title="Payload" text={payload === '' ? '(empty)' : payload} ink="text-verdigris" />
    </div>
  );
}

function Block({ title, text, ink }: { readonly title: string; readonly text: string; readonly ink: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-1 flex items-center justify-between">
        <h2 className="lettering text-lg">{title}</h2>
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
      </div>
      <pre
        translate="no"
        className={`rounded-control border border-hairline bg-surface p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere ${ink}`}
      >
        {text}
      </pre>
    </section>
  );
}

function shownBytes(bytes: Jws['payload']): string {
  return textOf(bytes) ?? Array.from(bytes.slice(0, 512), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
