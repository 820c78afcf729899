import type { Block, Inline } from './blocks.ts';

type Place = {
  /** The address of the site, without a trailing slash: what links and pictures on it begin with. */
  readonly publicUrl: string;
  /** The path of the page that the text is on: places on the page are there. */
  readonly path: string;
};

/**
 * A text as HTML for feeds: plain elements, whole addresses, no ids, classes or scripts. Headings are of the second level and below.
 */
export function markdownHtml(blocks: readonly Block[], place: Place): string {
  return blocks.map((block) => blockHtml(block, place)).join('\n');
}

function blockHtml(block: Block, place: Place): string {
  const inside = (content: readonly Inline[]) => inlineHtml(content, place);
  switch (block.kind) {
    case 'heading': {
      const level = Math.min(4, Math.max(2, block.level));
      return `<h${level}>${inside(block.content)}</h${level}>`;
    }
    case 'paragraph':
      return `<p>${inside(block.content)}</p>`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>${markdownHtml(block.blocks, place)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${itemHtml(item, place)}</li>`).join('');
      return block.ordered ? `<ol start="${block.start}">${items}</ol>` : `<ul>${items}</ul>`;
    }
    case 'table': {
      const row = (cells: readonly (readonly Inline[])[], tag: 'th' | 'td') =>
        `<tr>${cells.map((cell) => `<${tag}>${inside(cell)}</${tag}>`).join('')}</tr>`;
      const body = block.rows.map((cells) => row(cells, 'td')).join('');
      return `<table><thead>${row(block.head, 'th')}</thead><tbody>${body}</tbody></table>`;
    }
    case 'rule':
      return '<hr>';
    case 'notes':
      return `<hr>\n<ol>${block.notes.map(({ blocks }) => `<li>${itemHtml(blocks, place)}</li>`).join('')}</ol>`;
  }
}

/** An item that is one paragraph is set without one. */
function itemHtml(blocks: readonly Block[], place: Place): string {
  const [first, ...others] = blocks;
  return first?.kind === 'paragraph' && others.length === 0 ? inlineHtml(first.content, place) : markdownHtml(blocks, place);
}

function inlineHtml(parts: readonly Inline[], place: Place): string {
  return parts.map((part) => partHtml(part, place)).join('');
}

const elements = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const;

function partHtml(part: Inline, place: Place): string {
  if (typeof part === 'string') return escapeHtml(part);
  switch (part.kind) {
    case 'strong':
    case 'emphasis':
    case 'deleted':
      return `<${elements[part.kind]}>${inlineHtml(part.content, place)}</${elements[part.kind]}>`;
    case 'code':
      return `<code>${escapeHtml(part.text)}</code>`;
    case 'link':
      return `<a href="${escapeHtml(wholeAddress(part.href, place))}">${inlineHtml(part.content, place)}</a>`;
    case 'picture': {
      const size = part.width === undefined || part.height === undefined ? '' : ` width="${part.width}" height="${part.height}"`;
      return `<img src="${escapeHtml(wholeAddress(part.address, place))}" alt="${escapeHtml(part.alt)}"${size}>`;
    }
    case 'note':
      return `<sup>${part.number}</sup>`;
    case 'break':
      return '<br>';
  }
}

function wholeAddress(address: string, { publicUrl, path }: Place): string {
  if (address.startsWith('#')) return `${publicUrl}${path}${address}`;
  return address.startsWith('/') ? publicUrl + address : address;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');
}
