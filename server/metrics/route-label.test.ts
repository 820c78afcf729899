import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeLabel } from './route-label.ts';

const known = { functions: new Set(['contact']), pages: new Set(['', 'vault']) };

test.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/vault', '/vault'],
  ['/vault.data', '/vault'],
  ['/vault/anything', '/vault'],
  ['/rest/v1/tasks', 'rest'],
  ['/rest/v2/tasks', 'other'],
  ['/functions/v1/contact', 'functions/contact'],
  ['/functions/v1/guessed', 'functions'],
  ['/.netlify/functions/contact', 'functions/contact'],
  ['/assets/a.js', 'files'],
  ['/robots.txt', 'files'],
  ['/wp-login.php', 'files'],
  ['/guessed', 'other'],
])('%s counts as %s', (path, label) => {
  expect(routeLabel(path, known)).toBe(label);
});

test('whatever is asked for, the label is one of a set that is known beforehand', () => {
  const labels = new Set(['auth', 'rest', 'realtime', 'functions', 'functions/contact', 'storage', 'files', 'other', '/', '/vault']);
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('rest', 'functions', 'v1', 'contact', 'vault', '.netlify', '__proto__', 'constructor'),
  );
  fc.assert(fc.property(fc.array(part, { maxLength: 5 }), (parts) => labels.has(routeLabel(`/${parts.join('/')}`, known))));
});
