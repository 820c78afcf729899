import { GithubLogoIcon } from '@castellan/icons/logos/github-logo';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChannelCard } from './channel-card.tsx';

test('a card wears the gradient and the shadow colour of its link, without a style that the page’s policy would refuse', () => {
  const ink = { gradient: ['amber', 'carmine'], shadow: 'ultramarine' } as const;
  const markup = renderToStaticMarkup(
    <ChannelCard drawing={GithubLogoIcon} name="GitHub" description="Code Repository" href="https://github.com/a" ink={ink} />,
  );
  expect(markup).toMatch(/^<a [^>]*data-from="amber" data-to="carmine" data-shadow="ultramarine"/);
  expect(markup).not.toContain('style=');
});
