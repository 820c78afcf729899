import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ToolFrame } from './tool-frame.tsx';

test('a tool’s page for everyone has one main part with its title and summary, and repeats no skip link of the navigation around it', () => {
  const markup = renderToStaticMarkup(
    <ToolFrame tool={{ id: 'port-check', title: 'Port Check' }} summary="One port at a time.">
      <p>Body</p>
    </ToolFrame>,
  );
  expect(markup.match(/<main id="main"/g)).toHaveLength(1);
  expect(markup).toMatch(/<h1[^>]*>Port Check<\/h1>/);
  expect(markup).toContain('One port at a time.');
  expect(markup).not.toContain('href="#main"');
  expect(markup).not.toContain('dashboard');
});
