import type { ParseFailure } from '../knowledge/parse-failure.ts';

const inks = ['text-copper', 'text-verdigris', 'text-ultramarine'] as const;
const names = ['Header', 'Payload', 'Signature'] as const;
const encryptedNames = ['Header', 'Encrypted key', 'IV', 'Ciphertext', 'Tag'] as const;

/** The token in its inks; the byte that breaks it is marked. `failure`: what the parser said. */
export function TokenAnatomy({ token, failure }: { readonly token: string; readonly failure: ParseFailure | undefined }) {
  const parts = token.split('.');
  const fault = failure?.code === 'base64url' ? failure.at : undefined;
  let start = 0;
  return (
    <div>
      <p aria-hidden="true" translate="no" className="max-h-44 overflow-hidden font-mono text-sm/relaxed wrap-anywhere">
        {parts.map((part, index) => {
          const from = start;
          start += part.length + 1;
          return (
            <span key={from}>
              {index === 0 ? null : <span className="text-muted">.</span>}
              <span className={inks[index] ?? 'text-muted'}>{marked(part, fault === undefined ? -1 : fault - from)}</span>
            </span>
          );
        })}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-5 text-sm text-muted">
        {(parts.length === 5 ? encryptedNames : names).map((name, index) => (
          <span key={name} className={inks[index]}>
            {name} {parts[index]?.length ?? 0}
          </span>
        ))}
      </p>
    </div>
  );
}

function marked(part: string, at: number) {
  if (at < 0 || at >= part.length) return part;
  return (
    <>
      {part.slice(0, at)}
      <mark className="bg-carmine text-on-carmine">{part.charAt(at)}</mark>
      {part.slice(at + 1)}
    </>
  );
}
