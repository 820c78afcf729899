import { expect, onTestFinished, test } from 'vitest';
import { brokenFigures } from './broken-figures.ts';

test('a figure that a line break cuts in two is found, one that stands whole on the next line is not', () => {
  const box = document.createElement('p');
  box.style.cssText = 'width: 60px; font: 16px monospace; overflow-wrap: anywhere';
  document.body.append(box);
  onTestFinished(() => box.remove());
  box.textContent = 'Left: −331,246.30 EUR';
  expect(brokenFigures(box)).toEqual(['−331,246.30']);
  box.style.width = '120px';
  expect(brokenFigures(box)).toEqual([]);
});
