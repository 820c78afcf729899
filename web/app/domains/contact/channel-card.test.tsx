import { inkNames } from '@castellan/content/profile';
import { GithubLogoIcon } from '@castellan/icons/logos/github-logo';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChannelCard } from './channel-card.tsx';
import writeInks from './channel-inks.ts';

test('a card wears the gradient and the shadow colour of its link, without a style that the page’s policy would refuse', () => {
  const ink = { gradient: ['amber', 'carmine'], shadow: 'ultramarine' } as const;
  const markup = renderToStaticMarkup(
    <ChannelCard drawing={GithubLogoIcon} name="GitHub" description="Code Repository" href="https://github.com/a" ink={ink} />,
  );
  expect(markup).toMatch(/^<a [^>]*data-from="amber" data-to="carmine" data-shadow="ultramarine"/);
  expect(markup).not.toContain('style=');
});

test('every ink that the content may name is printed in its colour, in each part of the band', () => {
  const written: Record<string, unknown> = {};
  writeInks({ addBase: (rules) => void Object.assign(written, rules) });
  expect(Object.keys(written)).toHaveLength(3 * inkNames.length);
  for (const ink of inkNames) {
    for (const part of ['from', 'to', 'shadow'])
      expect(written[`[data-${part}="${ink}"]`]).toEqual({ [`--channel-${part}`]: `var(--${ink})` });
  }
});
