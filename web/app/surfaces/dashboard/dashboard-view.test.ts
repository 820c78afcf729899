import { expect, test } from 'vitest';
import { findView } from './dashboard-view.ts';

const views: readonly [{ readonly id: string }, ...{ readonly id: string }[]] = [{ id: 'overview' }, { id: 'security' }];

test('the fragment of the address names the view', () => {
  expect(findView(views, '#security').id).toBe('security');
  expect(findView(views, '#security?tab=vault&q=a%3Fb').id).toBe('security');
});

test('no fragment, or one that names no view, shows the first', () => {
  for (const fragment of ['', '#', '#nothing', 'security']) expect(findView(views, fragment).id).toBe('overview');
});
