import { TerminalLink } from './terminal-link.tsx';

/** Markdown in lines (headings, list items, paragraphs, addresses) as the terminal prints it. */
export function DocumentView({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className="max-w-[46rem] space-y-2 wrap-anywhere">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer never changes once it is there.
        <DocumentLine key={place} line={line} />
      ))}
    </div>
  );
}

function DocumentLine({ line }: { readonly line: string }) {
  const heading = /^(#{1,2}) (.*)$/.exec(line);
  if (heading?.[1] === '#') return <p className="lettering pt-1 text-lg text-ink">{heading[2]}</p>;
  if (heading !== null) return <p className="pt-1 text-copper">{heading[2]}</p>;
  if (line === '') return null;
  if (line.startsWith('- ')) {
    return (
      <p className="flex gap-3 pl-1">
        <span aria-hidden="true" className="mt-[0.7em] h-px w-3 shrink-0 bg-verdigris" />
        <span className="min-w-0">
          <Linked text={line.slice(2)} />
        </span>
      </p>
    );
  }
  return (
    <p>
      <Linked text={line} />
    </p>
  );
}

/** A line whose last word is an address has it as a link. */
function Linked({ text }: { readonly text: string }) {
  const match = /^(.*?)(https?:\/\/\S+)$/.exec(text);
  if (match === null) return text;
  return (
    <>
      {match[1]}
      <TerminalLink address={match[2] ?? ''} />
    </>
  );
}
