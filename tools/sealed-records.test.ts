import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { collections } from '../web/app/domains/collections.ts';
import { sayWhatIsSealed, sealingWords } from '../web/app/domains/records/sealing/sealing-words.ts';

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

/** Where each collection is declared, and who makes records of its rows. */
const declarations = collections.map(({ name, sealed }) => {
  const [file = '', text = ''] =
    [...sources].find(([path, one]) => path.endsWith('.collection.ts') && one.includes(`name: '${name}'`)) ?? [];
  const openers = importersOf([file]).filter(
    (path) => path !== 'web/app/domains/collections.ts' && !sources.get(path)?.includes('<WhatIsSealed'),
  );
  return { name, sealed, file, openers, constant: /export const (\w+)/.exec(text)?.[1] ?? '' };
});
const openers = declarations.filter(({ sealed }) => sealed).flatMap((one) => one.openers);

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

test('every collection is declared and opened somewhere, and the tools that hold such records are found by it', () => {
  for (const { name, file, constant, openers: found } of declarations)
    expect([name, file !== '', constant !== '', found.length > 0]).toEqual([name, true, true, true]);
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

/** Records of others that an app only counts or adds up, and keeps none of. */
const onlyCounted: Readonly<Record<string, readonly string[]>> = {
  'tools/habit-forge': ['tasks', 'focus_sessions', 'notes'],
};

/** How a page hands its collections to its frame: the owner's, a tool's with an owner's half, or the line alone. */
const tells = /keeps=\{keeps\}|<SealedState of=\{keeps\}|^const owner = \{ keeps \};$[\s\S]* owner=\{owner\}/m;

/** The collections that a page's state line tells of. */
function toldOn(folder: string): string {
  const files = [...sources].filter(([file, text]) => dirname(file) === folder && tells.test(text));
  return files.map(([, text]) => /^const keeps = \[([^\]]*)\]/m.exec(text)?.[1] ?? '').join();
}

test('the frame of every app with records says of each kind whether it is sealed, by its declaration', () => {
  const framed = [...sources].filter(([, text]) => /<(?:OwnerPage|ToolFrame)\b/.test(text)).map(([file]) => dirname(file));
  const missing = declarations.flatMap(({ name, constant, openers: found }) => {
    const folders = new Set([...importersOf(found), ...found].map((file) => framed.find((folder) => file.startsWith(`${folder}/`)) ?? ''));
    return [...folders]
      .filter((folder) => folder !== '' && !(onlyCounted[dirname(folder)] ?? []).includes(name))
      .filter((folder) => !new RegExp(String.raw`\b${constant}\b`).test(toldOn(folder)))
      .map((folder) => `${folder}: ${name}`);
  });
  expect(framed.filter((folder) => toldOn(folder) !== '').length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
});

test('every collection is said to be what it is declared as', () => {
  for (const collection of collections) {
    const { sealed, clear } = sayWhatIsSealed([collection]);
    const words = sealingWords[collection.name] ?? collection.title.toLowerCase();
    expect(collection.sealed ? sealed : clear).toContain(words);
    expect(collection.sealed ? clear : sealed).toBeUndefined();
  }
  expect(sayWhatIsSealed([])).toEqual({ sealed: undefined, clear: undefined });
});
