import { type ReactNode, use } from 'react';
import { calloutLook, calloutName } from './callouts.ts';
import { type NoteAlign, type NoteBlock, type NoteItem, type NoteTable, wordsOf } from './note-block.ts';
import { goTo, keyOf, NoteInlines } from './note-inlines.tsx';
import { NoteSurroundContext } from './note-surround.ts';
import './note-text.css';

/** Blocks of a note, drawn as text and nothing else. Each of the top says where in the text it begins. */
export function NoteBlocks({ blocks }: { readonly blocks: readonly NoteBlock[] }) {
  // The title of the note stands above its headings, and none is more than a step below the one before it.
  let last = 2;
  return blocks.map((block, at) => {
    if (block.kind === 'heading') last = Math.min(6, block.level + 2, last + 1);
    return <BlockView key={keyOf(at)} block={block} heading={last} />;
  });
}

type Of<Kind extends NoteBlock['kind']> = { readonly block: Extract<NoteBlock, { kind: Kind }> };

function BlockView({ block, heading }: { readonly block: NoteBlock; readonly heading: number }): ReactNode {
  const surround = use(NoteSurroundContext);
  switch (block.kind) {
    case 'heading':
      return <HeadingView block={block} depth={heading} isPlain={surround === undefined} />;
    case 'paragraph':
      return <ParagraphView block={block} />;
    case 'code':
      return (
        <pre tabIndex={surround === undefined ? undefined : 0} translate="no" data-at={block.from}>
          <code>{surround?.drawCode(block.text, block.language) ?? block.text}</code>
        </pre>
      );
    case 'source':
      return (
        <p className="note-source" data-at={block.from}>
          {block.text}
        </p>
      );
    case 'math':
      return (
        <div className="note-math" data-at={block.from}>
          {surround?.drawMath(block.text, true) ?? <code>{block.text}</code>}
        </div>
      );
    case 'quote':
      return (
        <blockquote data-at={block.from}>
          <NoteBlocks blocks={block.blocks} />
        </blockquote>
      );
    case 'callout':
      return <CalloutView block={block} />;
    case 'list':
      return <ListView block={block} />;
    case 'table':
      return <TableView table={block} from={block.from} isScrolled={surround !== undefined} />;
    case 'rule':
      return <hr data-at={block.from} />;
    case 'footnotes':
      return <FootnotesView block={block} isPlain={surround === undefined} />;
    case 'properties':
    case 'hidden':
      return null;
  }
}

/** In a list of notes a heading is a strong line. */
function HeadingView({
  block: { level, content, from },
  depth,
  isPlain,
}: Of<'heading'> & { readonly depth: number; readonly isPlain: boolean }) {
  if (isPlain)
    return (
      <p>
        <strong>
          <NoteInlines parts={content} />
        </strong>
      </p>
    );
  const Tag = `h${depth}` as 'h3' | 'h4' | 'h5' | 'h6';
  return (
    <Tag className={`note-h${Math.min(4, level)}`} data-at={from} tabIndex={-1}>
      <NoteInlines parts={content} />
    </Tag>
  );
}

/** What embeds a note or a file holds blocks: no paragraph can. */
function ParagraphView({ block: { content, from } }: Of<'paragraph'>) {
  const Tag = content.some((part) => typeof part === 'object' && (part.kind === 'embed' || (part.kind === 'math' && part.isBlock)))
    ? 'div'
    : 'p';
  return (
    <Tag className={Tag === 'div' ? 'note-holds' : undefined} data-at={from}>
      <NoteInlines parts={content} />
    </Tag>
  );
}

function CalloutView({ block: { type, title, fold, blocks, from } }: Of<'callout'>) {
  const { tone, sign } = calloutLook(type);
  const head = (
    <>
      <span aria-hidden="true" className="note-callout-sign">
        {sign}
      </span>
      <span>{title.length === 0 ? calloutName(type) : <NoteInlines parts={title} />}</span>
    </>
  );
  const body =
    blocks.length === 0 ? null : (
      <div className="note-callout-body">
        <NoteBlocks blocks={blocks} />
      </div>
    );
  if (fold === undefined)
    return (
      <div className="note-callout" data-tone={tone} data-at={from}>
        <p className="note-callout-head">{head}</p>
        {body}
      </div>
    );
  return (
    <details className="note-callout" data-tone={tone} open={fold === 'open'} data-at={from}>
      <summary className="note-callout-head">{head}</summary>
      {body}
    </details>
  );
}

function ListView({ block: { isOrdered, start, items, from } }: Of<'list'>) {
  const drawn = items.map((item, at) => <ItemView key={keyOf(at)} item={item} />);
  return isOrdered ? (
    <ol start={start} data-at={from}>
      {drawn}
    </ol>
  ) : (
    <ul data-at={from}>{drawn}</ul>
  );
}

/** The first paragraph stands beside the mark of its item, or beside its box. */
function ItemView({ item: { task, blocks } }: { readonly item: NoteItem }) {
  const surround = use(NoteSurroundContext);
  const [first, ...rest] = blocks;
  const words = first?.kind === 'paragraph' ? <NoteInlines parts={first.content} /> : null;
  const others = <NoteBlocks blocks={words === null ? blocks : rest} />;
  if (task === undefined)
    return (
      <li>
        {words === null ? null : <span>{words}</span>}
        {others}
      </li>
    );
  const name = first?.kind === 'paragraph' ? wordsOf(first.content) : '';
  const { onTick } = surround ?? {};
  return (
    <li className="note-task-item" data-done={task.isDone || undefined}>
      {surround === undefined ? (
        `${task.isDone ? '☑' : '☐'} `
      ) : (
        <input
          type="checkbox"
          className="note-task"
          checked={task.isDone}
          disabled={onTick === undefined}
          aria-label={`Done: ${name}`}
          onChange={() => onTick?.(task.at, !task.isDone)}
        />
      )}
      <span>{words}</span>
      {others}
    </li>
  );
}

function TableView({
  table: { head, rows, aligns },
  from,
  isScrolled,
}: {
  readonly table: NoteTable;
  readonly from: number;
  readonly isScrolled: boolean;
}) {
  const table = (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={keyOf(at)} scope="col" className={alignClass(aligns[at])}>
              <NoteInlines parts={cell.content} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={keyOf(line)}>
            {row.map((cell, at) => (
              <td key={keyOf(at)} className={alignClass(aligns[at])}>
                <NoteInlines parts={cell.content} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section className="note-table" aria-label="Table" tabIndex={isScrolled ? 0 : undefined} data-at={from}>
      {table}
    </section>
  );
}

export function alignClass(align: NoteAlign): string | undefined {
  return align === undefined ? undefined : `note-align-${align}`;
}

function FootnotesView({ block: { notes }, isPlain }: Of<'footnotes'> & { readonly isPlain: boolean }) {
  if (isPlain)
    return (
      <ol>
        {notes.map(({ blocks }, at) => (
          <li key={keyOf(at)}>
            <NoteBlocks blocks={blocks} />
          </li>
        ))}
      </ol>
    );
  return (
    <section aria-label="Footnotes" className="note-footnotes">
      <ol>
        {notes.map(({ blocks, uses }, at) => (
          <li key={keyOf(at)} data-footnote={at + 1} tabIndex={-1}>
            <NoteBlocks blocks={blocks} />
            <span className="note-footnote-backs">
              {Array.from({ length: Math.min(uses, mostBacks) }, (_, use) => (
                <button
                  key={keyOf(use)}
                  type="button"
                  className="note-footnote-mark"
                  aria-label={uses === 1 ? `Back to the mark of footnote ${at + 1}` : `Back to mark ${use + 1} of footnote ${at + 1}`}
                  onClick={({ currentTarget }) => goTo(currentTarget, `[data-footnote-mark="${at + 1}.${use + 1}"]`)}
                >
                  ↩
                </button>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const mostBacks = 20;
