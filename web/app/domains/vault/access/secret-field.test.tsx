import { readdirSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { secretAutoComplete } from '../entries/secret-auto-complete.ts';
import { SecretField } from './secret-field.tsx';

/** The vault's screens and forms, as they are written. */
const sources = ['../', '../../../surfaces/dashboard/vault/'].flatMap((folder) => {
  const url = new URL(folder, import.meta.url);
  const files = readdirSync(url, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx') && !name.includes('.test.'));
  return files.map((file) => readFileSync(new URL(file, url), 'utf8'));
});

function found(pattern: RegExp): readonly string[] {
  return sources.flatMap((source) => [...source.matchAll(pattern)].map(([match]) => match));
}

test('a field for a secret tells the browser to keep nothing of it', () => {
  expect(renderToStaticMarkup(<SecretField label="Master password" />)).toContain(`autoComplete="${secretAutoComplete}"`);
});

test('every field of the vault that hides its text says so with the one value', () => {
  const hiding = found(/<[A-Za-z]+\s[^<]*?\stype=(?:"password"|\{[^}]*'password'[^}]*\})[^<]*?\/>/g);
  expect(hiding).not.toEqual([]);
  for (const tag of hiding) expect(tag).toContain('autoComplete={secretAutoComplete}');
});

test('no other field of the vault asks to be kept or filled in', () => {
  const values = found(/\sautoComplete=(?:"[^"]*"|\{[^}]*\})/g).map((text) => text.trim());
  expect(new Set(values)).toEqual(new Set(['autoComplete={secretAutoComplete}', 'autoComplete="off"']));
});
