import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameWidthStep, nameWidthSteps } from './name-width-step.ts';

test('a name is sized by its longest word, not by its length', () => {
  expect(nameWidthStep('Ada Varga')).toBe(nameWidthSteps[0]);
  expect(nameWidthStep('Li Na Li Na Li Na Li Na')).toBe(nameWidthSteps[0]);
  expect(nameWidthStep('Christopher Henderson')).toBeGreaterThan(nameWidthStep('Chris Henders'));
  expect(nameWidthStep('Featherstonehaugh-Wójcik')).toBe(nameWidthStep('Featherstonehaugh'));
  expect(nameWidthStep('W'.repeat(120))).toBe(24);
});

test('the style sheet knows every step', () => {
  const css = readFileSync(new URL('./hero.css', import.meta.url), 'utf8');
  for (const step of nameWidthSteps.slice(1)) expect(css).toContain(`.hero-name[data-width="${step}"] {\n  --name-width: ${step};`);
});
