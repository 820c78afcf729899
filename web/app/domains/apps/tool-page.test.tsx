import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ToolPage } from './tool-page.tsx';

function drawn(audience: 'public' | 'look' | 'owner', view?: string): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ToolPage tool={{ title: 'Port Check', audience }} summary="One port at a time." {...(view === undefined ? {} : { view })}>
        <p>Body</p>
      </ToolPage>
    </MemoryRouter>,
  );
}

test('every page of a tool has one main part with its title and summary', () => {
  for (const audience of ['public', 'look', 'owner'] as const) {
    const markup = drawn(audience);
    expect(markup.match(/<main id="main"/g)).toHaveLength(1);
    expect(markup).toMatch(/<h1[^>]*>Port Check<\/h1>/);
    expect(markup).toContain('One port at a time.');
  }
});

test('only an owner’s page leads back to the dashboard, and no page repeats the skip link of the navigation around it', () => {
  expect(drawn('owner')).toContain('href="/dashboard#super-apps"');
  expect(drawn('owner', 'port-check')).toContain('href="/dashboard#port-check"');
  for (const audience of ['public', 'look'] as const) expect(drawn(audience)).not.toContain('dashboard');
  for (const audience of ['public', 'look', 'owner'] as const) expect(drawn(audience)).not.toContain('href="#main"');
});
