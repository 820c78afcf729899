import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { OwnerOnlyAction, OwnerOnlyView } from './owner-only-action.tsx';

const scan = <button type="button">Scan</button>;

function drawn(isOwner: boolean): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/port-check?host=ada.example#result']}>
      <OwnerOnlyView isOwner={isOwner} what="scan this host">
        {scan}
      </OwnerOnlyView>
    </MemoryRouter>,
  );
}

test('the owner has the action and nothing beside it', () => {
  expect(drawn(true)).toBe(renderToStaticMarkup(scan));
});

test('a visitor is told whose it is, and is led to the terminal and back to this very address', () => {
  const markup = drawn(false);
  expect(markup).toContain('Only the owner may scan this host.');
  expect(markup).toContain(`href="/auth-terminal?next=${encodeURIComponent('/port-check?host=ada.example#result')}"`);
  expect(markup).not.toContain('<button');
});

test('the server, which knows no session, draws what a visitor sees', () => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <OwnerOnlyAction what="scan this host">{scan}</OwnerOnlyAction>
    </MemoryRouter>,
  );
  expect(markup).toContain('Only the owner may scan this host.');
  expect(markup).not.toContain('<button');
});
