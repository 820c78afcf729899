import { readMarkdown } from '@castellan/content/markdown/read';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentMarkup } from '../../testing/made-owner.tsx';
import { Blocks } from './blocks.tsx';

/** The elements of an article, each with the attributes that it may have. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'class', 'id', 'aria-label', 'data-discover'],
  blockquote: [],
  br: [],
  code: ['translate'],
  del: [],
  em: [],
  figcaption: [],
  figure: [],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  hr: [],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  li: ['id'],
  link: ['rel', 'as', 'href'],
  ol: ['start'],
  p: ['class'],
  pre: ['tabindex', 'translate'],
  section: ['aria-label', 'class'],
  span: ['aria-hidden', 'class'],
  strong: [],
  sup: [],
  table: [],
  tbody: [],
  td: [],
  th: ['scope'],
  thead: [],
  tr: [],
  ul: [],
};

const pieces = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    '*',
    '**',
    '`',
    '```',
    '~~',
    '|',
    '|-|',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '> ',
    '# ',
    '    ',
    '"',
    "'",
    '&',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:',
    'data:text/html,x',
    '//evil.example',
    '\\\\evil.example',
    'https://a.example',
    'mailto:a@b',
    '/x',
  ],
  ...[
    '<script>',
    '<img src=x onerror=x>',
    '" onclick="x',
    "' style='x",
    '&lt;',
    '&#x6a;',
    '[^1]',
    '[^1]: ',
    '[a]: ',
    'me.png',
    '\u0000',
    '\ud800',
    'a',
  ],
];

/** What is left of markup without its allowed tags: any `<` in it opened something else. */
function withoutTags(markup: string): string {
  return markup.replace(/<\/?([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)\/?>/g, (tag, name: string, attributes: string) => {
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      if (!(allowed[name] ?? []).includes(attribute)) return tag;
      const isSafe =
        attribute === 'href'
          ? /^(?:https?:|mailto:|\/(?![/\\])|#)/.test(value)
          : attribute !== 'src' || value === '/content/writing/me.png';
      if (!isSafe) return tag;
    }
    return Object.hasOwn(allowed, name) ? '' : tag;
  });
}

test('whatever a text says, the page has only the elements, attributes and addresses of an article', () => {
  const pictures = { 'me.png': { address: '/content/writing/me.png', width: 4, height: 3 } };
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string()), { maxLength: 40 }), (parts) => {
      const blocks = readMarkdown(parts.join(''), { pictures });
      expect(withoutTags(sentMarkup(<Blocks blocks={blocks} below={1} />))).not.toContain('<');
    }),
    { numRuns: 400 },
  );
  const known = sentMarkup(<Blocks blocks={readMarkdown('# a\n\n![b](me.png)\n\n[c](/d) [e](javascript:f)', { pictures })} below={1} />);
  expect(known).toContain('src="/content/writing/me.png"');
  expect(known).toContain('href="/d"');
});
