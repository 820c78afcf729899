import { expect, test } from 'vitest';
import { categoriesOf, categoryName, chosenCategory } from './categories.ts';

test('categories found in entries follow the built-in ones, each once', () => {
  const items = ['work', 'travel', 'bank', 'travel'].map((category) => ({ details: { category } }));
  expect(categoriesOf(items)).toEqual(['general', 'social', 'work', 'finance', 'bank', 'travel']);
});

test('a category is shown with a capital', () => {
  expect(categoryName('travel')).toBe('Travel');
});

test('a custom category is its trimmed text, or general where that is empty', () => {
  expect(chosenCategory('custom', '  travel ')).toBe('travel');
  expect(chosenCategory('custom', '   ')).toBe('general');
  expect(chosenCategory('work', 'travel')).toBe('work');
});
