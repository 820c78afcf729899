import { type MouseEvent, type ReactNode, use } from 'react';
import type { NoteInline } from './note-block.ts';
import { wordsOf } from './note-block.ts';
import { type FollowedLink, type NoteSurround, NoteSurroundContext } from './note-surround.ts';

/** Stretches of a line, drawn as text and what `NoteInline` names. */
export function NoteInlines({ parts }: { readonly parts: readonly NoteInline[] }) {
  return parts.map((part, at) => <InlineView key={keyOf(at)} part={part} />);
}

/** They never change places. */
export function keyOf(at: number): string {
  return `b${at}`;
}

function InlineView({ part }: { readonly part: NoteInline }): ReactNode {
  const surround = use(NoteSurroundContext);
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'strong':
      return (
        <strong>
          <NoteInlines parts={part.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <NoteInlines parts={part.content} />
        </em>
      );
    case 'deleted':
      return (
        <del>
          <NoteInlines parts={part.content} />
        </del>
      );
    case 'highlight':
      return (
        <mark>
          <NoteInlines parts={part.content} />
        </mark>
      );
    case 'code':
      return <code translate="no">{part.text}</code>;
    case 'aside':
      return <span className="note-aside">{part.text}</span>;
    case 'math':
      return surround?.drawMath(part.text, part.isBlock) ?? <code translate="no">{part.text}</code>;
    case 'break':
      return <br />;
    case 'footnote':
      return <FootnoteMark number={part.number} use={part.use} isPlain={surround === undefined} />;
    case 'link':
      return <AddressLink part={part} surround={surround} />;
    case 'note-link':
      return <NoteLink part={part} surround={surround} />;
    case 'tag':
      return <TagLink name={part.name} surround={surround} />;
    case 'embed':
      return surround?.drawEmbed(part) ?? (part.label?.trim() || part.target);
  }
}

type LinkView<Kind extends string> = {
  readonly part: Extract<NoteInline, { kind: Kind }>;
  readonly surround: NoteSurround | undefined;
};

/** In a list the host stands behind the words, since nobody can look where they would lead. */
function AddressLink({ part: { address, content }, surround }: LinkView<'link'>) {
  const words = <NoteInlines parts={content} />;
  if (surround === undefined) {
    const host = hostOf(address);
    return host === undefined || wordsOf(content).includes(host) ? (
      words
    ) : (
      <>
        {words}
        {` (${host})`}
      </>
    );
  }
  const link: FollowedLink = { kind: 'address', address, text: wordsOf(content) };
  return (
    <a href={address} rel="noopener noreferrer" target="_blank" className="note-link" {...pointing(surround, link)}>
      {words}
    </a>
  );
}

function hostOf(address: string): string | undefined {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).host : undefined;
}

function NoteLink({ part: { target, subpath, content }, surround }: LinkView<'note-link'>) {
  const words = <NoteInlines parts={content} />;
  if (surround === undefined) return <span className="note-named">{words}</span>;
  const link: FollowedLink = { kind: 'note', target, subpath };
  const id = target === '' ? '' : surround.idOf(target);
  if (id === undefined)
    return (
      <button type="button" className="note-link note-missing" {...pointing(surround, link)}>
        {words}
        <span className="sr-only"> (not there yet)</span>
      </button>
    );
  return (
    <a href={id === '' ? '#' : `#note=${id}`} className="note-link" {...pointing(surround, link)}>
      {words}
    </a>
  );
}

function TagLink({ name, surround }: { readonly name: string; readonly surround: NoteSurround | undefined }) {
  if (surround === undefined) return <span className="note-tag">{`#${name}`}</span>;
  return (
    <button type="button" className="note-tag" onClick={() => surround.onFollow({ kind: 'tag', tag: name })}>
      {`#${name}`}
    </button>
  );
}

/** A link is followed by the page, which asks first where its words name another host than it leads to. */
function pointing(surround: NoteSurround, link: FollowedLink) {
  const point = () => surround.onPoint(link);
  const leave = () => surround.onPoint(undefined);
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    surround.onFollow(link);
  };
  return {
    onMouseEnter: point,
    onMouseLeave: leave,
    onFocus: point,
    onBlur: leave,
    onClick: follow,
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1) follow(event);
    },
  };
}

/** The mark leads to its note, and the note's number back to the mark: without addresses, which are the page's own. */
function FootnoteMark({ number, use: place, isPlain }: { readonly number: number; readonly use: number; readonly isPlain: boolean }) {
  if (isPlain) return ` [${number}]`;
  return (
    <sup>
      <button
        type="button"
        className="note-footnote-mark"
        data-footnote-mark={`${number}.${place}`}
        aria-label={`Footnote ${number}`}
        onClick={({ currentTarget }) => goTo(currentTarget, `[data-footnote="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  );
}

/** Puts the focus on a place of the same note. */
export function goTo(from: HTMLElement, selector: string): void {
  const place = from.closest('.note-text')?.querySelector<HTMLElement>(selector);
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}
