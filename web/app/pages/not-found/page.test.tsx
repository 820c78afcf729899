import { expect, test } from 'vitest';
import { meta } from './page.tsx';

const titleOf = (matches: Parameters<typeof meta>[0]['matches']) => meta({ matches }).find((one) => 'title' in one)?.title;

test('the title of a page that is not there names whose site it is', () => {
  expect(titleOf([{ loaderData: { owner: { name: 'Ada Varga' } } }])).toBe('Not found · Ada Varga');
  expect(titleOf([{}])).toBe('Not found');
});
