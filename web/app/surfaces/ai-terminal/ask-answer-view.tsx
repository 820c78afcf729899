import type { AskAnswer } from '../../domains/assistant/answerer/answer-question.ts';
import { TerminalLink } from '../terminal/terminal-link.tsx';

/** An answer in sentences, with the pages that each thing in it stands on. */
export function AskAnswerView({ answer: { lines, sources } }: { readonly answer: AskAnswer }) {
  const pages = sources.filter(
    ({ address, title }, place) => sources.findIndex((one) => one.address === address && one.title === title) === place,
  );
  return (
    <div className="my-2 max-w-[46rem] wrap-anywhere">
      {lines.map((line) => (
        <p key={line}>{withLinks(line)}</p>
      ))}
      {pages.length === 0 ? null : (
        <p className="text-muted">
          {pages.length === 1 ? 'Source: ' : 'Sources: '}
          {pages.map(({ address, title }, place) => (
            <span key={`${address} ${title}`}>
              {place === 0 ? null : ', '}
              <TerminalLink address={address}>{title}</TerminalLink>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** A line whose addresses are links. */
function withLinks(line: string) {
  return line.split(/(https?:\/\/[^\s,]+|(?<=[ ,])\/(?:contact|cv|resume)\b)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change.
      <TerminalLink key={place} address={part}>
        {part.startsWith('/') ? part : undefined}
      </TerminalLink>
    ),
  );
}
