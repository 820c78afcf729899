import { CopyButton } from '../../../web/app/domains/instruments/copy-button.tsx';
import { textOf } from '../knowledge/text-bytes.ts';

type TokenTextProps = { readonly title: string; readonly text: string; readonly ink: string };

/** A part of a token as text, under its title. */
export function TokenText({ title, text, ink }: TokenTextProps) {
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

/** Bytes as they are shown: as text, or the first 512 of them in hexadecimal. */
export function shownBytes(bytes: Uint8Array<ArrayBuffer>): string {
  return textOf(bytes) ?? Array.from(bytes.slice(0, 512), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
