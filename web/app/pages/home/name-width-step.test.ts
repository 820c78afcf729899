import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameWidthStep, nameWidthSteps } from './name-width-step.ts';

test('a name of a few words is sized by its longest one, not by its length', () => {
  expect(nameWidthStep('Ada Varga')).toBe(nameWidthSteps[0]);
  expect(nameWidthStep('Li Na Li Na Li Na Li Na')).toBe(nameWidthSteps[0]);
  expect(nameWidthStep('Christopher Henderson')).toBeGreaterThan(nameWidthStep('Chris Henders'));
  expect(nameWidthStep('Featherstonehaugh-Wójcik')).toBe(nameWidthStep('Featherstonehaugh'));
  expect(nameWidthStep('W'.repeat(120))).toBe(24);
});

test('a name in Cyrillic or Greek is measured by its letters', () => {
  expect(nameWidthStep('Александра Щёлокова')).toBe(7);
  expect(nameWidthStep('Κωνσταντίνος Παπαδημητρακόπουλος')).toBe(14);
});

test('a name of many words is set smaller', () => {
  const name = 'María de los Ángeles Fernández de Córdoba y Álvarez de Toledo Montenegro';
  expect(nameWidthStep(name)).toBeGreaterThan(nameWidthStep('Fernández Montenegro'));
});

test('the style sheet knows every step', () => {
  const css = readFileSync(new URL('./hero.css', import.meta.url), 'utf8');
  for (const step of nameWidthSteps.slice(1)) expect(css).toContain(`.hero-name[data-width="${step}"] {\n  --name-width: ${step};`);
});
