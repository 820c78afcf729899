import { type Block, type Inline, plainTextOf } from '@castellan/content/markdown/blocks';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ColouredCode } from './coloured-code.ts';
import './text.css';

/** What can be drawn: what a text holds, with code that was coloured. */
export type DrawnBlock = Block | ColouredCode;

/** Blocks of a Markdown text, drawn as text and nothing else. `below`: the level of the heading that stands above them. */
export function Blocks({ blocks, below }: { readonly blocks: readonly DrawnBlock[]; readonly below: 1 | 2 }) {
  return blocks.map((block, at) => <BlockView key={keyOf(at)} block={block} below={below} />);
}

/** They never change places. */
function keyOf(at: number): string {
  return `b${at}`;
}

function BlockView({ block, below }: { readonly block: DrawnBlock; readonly below: 1 | 2 }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <HeadingView block={block} below={below} />;
    case 'paragraph':
      return <ParagraphView content={block.content} />;
    case 'code':
    case 'coloured-code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keyboard too.
        <pre tabIndex={0} translate="no">
          <code>{block.kind === 'code' ? block.text : <Pieces pieces={block.pieces} />}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} below={below} />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={keyOf(at)}>
          <Blocks blocks={item} below={below} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <TableView table={block} />;
    case 'rule':
      return <hr />;
    case 'notes':
      return <NotesView notes={block.notes} below={below} />;
  }
}

function HeadingView({
  block: { level, id, content },
  below,
}: {
  readonly block: Extract<Block, { kind: 'heading' }>;
  readonly below: 1 | 2;
}) {
  const Tag = `h${Math.min(4, Math.max(level, below + 1))}` as 'h2' | 'h3' | 'h4';
  const words = <Inlines parts={content} />;
  // What holds a link cannot be one, and what has no letters has no place of its own.
  const isPlace = id !== 'h-' && content.every((part) => typeof part === 'string' || part.kind === 'code');
  return (
    <Tag id={id}>
      {isPlace ? (
        <a href={`#${id}`} className="text-anchor">
          {words}
        </a>
      ) : (
        words
      )}
    </Tag>
  );
}

/** A picture that is a paragraph is a figure, with its title below. */
function ParagraphView({ content }: { readonly content: readonly Inline[] }) {
  const [first] = content;
  if (content.length === 1 && typeof first === 'object' && first.kind === 'picture') {
    return (
      <figure>
        <PictureView picture={first} />
        {first.caption === undefined ? null : <figcaption>{first.caption}</figcaption>}
      </figure>
    );
  }
  return (
    <p>
      <Inlines parts={content} />
    </p>
  );
}

function PictureView({ picture: { address, alt, width, height } }: { readonly picture: Extract<Inline, { kind: 'picture' }> }) {
  return <img src={address} alt={alt} width={width} height={height} loading="lazy" decoding="async" />;
}

function Pieces({ pieces }: Pick<ColouredCode, 'pieces'>) {
  return pieces.map(([style, text], at) =>
    style === '' ? (
      text
    ) : (
      <span key={keyOf(at)} className={`code-${style}`}>
        {text}
      </span>
    ),
  );
}

/** Each leads back to the places that it is a note to. */
function NotesView({ notes, below }: { readonly notes: Extract<Block, { kind: 'notes' }>['notes']; readonly below: 1 | 2 }) {
  return (
    <section aria-label="Footnotes" className="text-notes">
      <ol>
        {notes.map(({ blocks, uses }, at) => (
          <li key={keyOf(at)} id={`note-${at + 1}`}>
            <Blocks blocks={blocks} below={below} />
            <p className="text-back">
              {Array.from({ length: Math.min(uses, maxBacks) }, (_, use) => (
                <a key={keyOf(use)} href={`#note-${at + 1}-from-${use + 1}`} aria-label={backLabel(at + 1, use + 1, uses)}>
                  ↩
                </a>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const maxBacks = 20;

function backLabel(note: number, use: number, uses: number): string {
  return uses === 1 ? `Back to the text of note ${note}` : `Back to the text of note ${note}, place ${use}`;
}

/** On a phone each cell stands on a line of its own, with the column's name in front. */
function TableView({ table: { head, rows } }: { readonly table: Extract<Block, { kind: 'table' }> }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={keyOf(at)} scope="col">
              <Inlines parts={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={keyOf(line)}>
            {row.map((cell, at) => (
              <td key={keyOf(at)}>
                <span aria-hidden="true" className="text-column">
                  {plainTextOf(head[at] ?? [])}
                </span>
                <Inlines parts={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inlines({ parts }: { readonly parts: readonly Inline[] }) {
  return parts.map((part, at) => <InlineView key={keyOf(at)} part={part} />);
}

function InlineView({ part }: { readonly part: Inline }): ReactNode {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines parts={part.content} />
        </em>
      );
    case 'deleted':
      return (
        <del>
          <Inlines parts={part.content} />
        </del>
      );
    case 'code':
      return <code translate="no">{part.text}</code>;
    case 'link':
      return part.href.startsWith('/') ? (
        <Link to={part.href} className="home-link">
          <Inlines parts={part.content} />
        </Link>
      ) : (
        <a href={part.href} rel={part.href.startsWith('#') ? undefined : 'noopener noreferrer'} className="home-link">
          <Inlines parts={part.content} />
        </a>
      );
    case 'picture':
      return <PictureView picture={part} />;
    case 'note':
      return (
        <sup>
          <a id={`note-${part.number}-from-${part.use}`} href={`#note-${part.number}`} aria-label={`Note ${part.number}`}>
            {part.number}
          </a>
        </sup>
      );
    case 'break':
      return <br />;
  }
}
