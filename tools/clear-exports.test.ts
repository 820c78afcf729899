import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { collections } from '../web/app/domains/collections.ts';

const root = join(import.meta.dirname, '..');

/** Sources of the web app by their path, tests aside. */
const sources = new Map(
  globSync('{web/app,tools}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/** The files that a file imports, now or later. */
function importsOf(file: string): readonly string[] {
  const found = (sources.get(file) ?? '').matchAll(/(?:from |import\()'(\.[^']+)'/g);
  return [...found].map(([, path = '']) => normalize(join(dirname(file), path)));
}

const importersOf = (files: readonly string[]) => [...sources.keys()].filter((file) => importsOf(file).some((one) => files.includes(one)));

/** Where each sealed collection is declared, and who makes records of its rows. */
const sealedNames = collections.filter(({ sealed }) => sealed).map(({ name }) => name);
const declarations = [...sources]
  .filter(([file, text]) => file.endsWith('.collection.ts') && sealedNames.some((name) => text.includes(`name: '${name}'`)))
  .map(([file]) => file);
const openers = importersOf(declarations).filter((file) => file !== 'web/app/domains/collections.ts');

/** Folders of tools with sealed records in their hands. */
const toolOf = (file: string) => /^tools\/[^/]+(?=\/)/.exec(file)?.[0];
const sealedTools = [...new Set([...importersOf(openers), ...openers].flatMap((file) => toolOf(file) ?? []))].toSorted();

/** What hands a file to the browser, or text in clear out of the page. */
const handsOut =
  /\/save-file\.ts'|\/domains\/exchange\/export-dialog\.tsx'|\/passport\/file-sinks\.ts'|createObjectURL|showSaveFilePicker|\sdownload=|\.download\s*=|window\.print\(|clipboard\.write/;

/** What may hand out without a proof, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'tools/habit-forge/page/exchange.tsx': 'Habits: columns that the server reads. Of notes it knows how many there were on a day.',
  'tools/api-lab/page/response-view.tsx': 'The answer of a foreign server, as it came: no record.',
  'tools/api-lab/page/formats/save-collection.ts': 'What a visitor’s browser keeps in clear.',
  'tools/mind-vault/page/files/files-holder.tsx': 'One file that its owner opens: looking at it is no export.',
  'tools/productivity/page/exchange-dialogs.tsx': 'Tasks: columns that the server reads.',
};

test('every sealed collection is declared once, and the tools that hold such records are found by it', () => {
  expect(declarations).toHaveLength(sealedNames.length);
  // What is found shows that the search works at all.
  expect(sealedTools).toEqual(expect.arrayContaining(['tools/health-matrix', 'tools/mind-vault', 'tools/payday-fun', 'tools/wealth-ai']));
});

test('no tool with sealed records hands a file out but by the dialog that wants the master or a passkey', () => {
  const found = [...sources]
    .filter(([file, text]) => sealedTools.includes(toolOf(file) ?? '') && handsOut.test(text))
    .map(([file]) => file);
  expect(found.filter((file) => exceptions[file] === undefined)).toEqual([]);
  expect(Object.keys(exceptions).filter((file) => !found.includes(file))).toEqual([]);
});

test('elsewhere nothing that saves a file has sealed records in its hands', () => {
  const saving = [...sources].filter(([file, text]) => toolOf(file) === undefined && /\/save-file\.ts'/.test(text)).map(([file]) => file);
  expect(saving.length).toBeGreaterThan(3);
  expect(saving.filter((file) => importsOf(file).some((one) => openers.includes(one)))).toEqual([]);
});

test('each dialog of a clear export says which app it is, and none of them saves by itself', () => {
  const dialogs = importersOf(['web/app/domains/vault/exports/clear-export-dialog.client.tsx']);
  expect(dialogs.length).toBeGreaterThan(4);
  for (const file of dialogs) expect(sources.get(file)).toMatch(/<ClearExportDialog\s+app=\{\w+\.id\}/);
});
