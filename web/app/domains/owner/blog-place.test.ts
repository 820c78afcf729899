import { expect, test } from 'vitest';
import { blogPlace } from './blog-place.ts';

test('Blog leads outside where a blog is given, else to the articles, else nowhere', () => {
  expect(blogPlace({ blogUrl: 'https://blog.example/', hasWriting: true })).toEqual({ href: 'https://blog.example/', isElsewhere: true });
  expect(blogPlace({ hasWriting: true })).toEqual({ href: '/writing', isElsewhere: false });
  expect(blogPlace({})).toBeUndefined();
});
