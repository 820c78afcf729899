import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Block, Inline } from './read-markdown.ts';

/** Blocks of a Markdown text, drawn as text and nothing else. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, at) => <BlockView key={keyOf(at)} block={block} />);
}

/** They never change places. */
function keyOf(at: number): string {
  return `b${at}`;
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level <= 3 ? (
        <h3>
          <Inlines parts={block.content} />
        </h3>
      ) : (
        <h4>
          <Inlines parts={block.content} />
        </h4>
      );
    case 'paragraph':
      return (
        <p>
          <Inlines parts={block.content} />
        </p>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keyboard too.
        <pre tabIndex={0} translate="no">
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={keyOf(at)}>
          <Blocks blocks={item} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <TableView table={block} />;
    case 'rule':
      return <hr />;
  }
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
                <span aria-hidden="true" className="case-column">
                  <Inlines parts={head[at] ?? []} />
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
        <a href={part.href} rel="noopener noreferrer" className="home-link">
          <Inlines parts={part.content} />
        </a>
      );
    case 'break':
      return <br />;
  }
}
