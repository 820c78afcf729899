/** `npm run make-it-mine -- [FOLDER]`: copies the sample content to a private folder, and says what to edit and how to start with it. */
import { join, resolve } from 'node:path';
import { readSampleFields } from '../sample-content.ts';
import { copyContent } from './copy-content.ts';

const usage = `Usage: npm run make-it-mine -- [FOLDER]
  FOLDER  where your content goes, outside git; without it the folder of CASTELLAN_CONTENT_DIR, or castellan-content beside this repository`;

const purposes = {
  'profile.json': 'name, About, links, e-mail, time zone',
  'resume.json': 'career: Experience, Projects, Skills, and the PDF behind Get Resume',
  'wishes.json': 'the first wishes of the wishlist; leave "wishes" empty for none',
  'private.json': 'phone number, and the full name that shows it; only the server reads this file',
} as const;

const [given, ...others] = process.argv.slice(2);
if (others.length > 0 || given?.startsWith('-')) stop(usage);
// npm runs commands in the repository; a relative path means the folder from which the person called it.
const from = process.env['INIT_CWD'] ?? process.cwd();
const repository = join(import.meta.dirname, '..', '..');
// The same reading of the setting as at the start: npm runs both in the repository.
const configured = process.env['CASTELLAN_CONTENT_DIR']?.trim() || join(repository, '..', 'castellan-content');
const folder = given === undefined ? resolve(configured) : resolve(from, given);

const copied = copyContent(folder);
if (!copied.ok) stop(copied.failure.message);

print(`Your content is in ${folder}, readable by you alone. Edit these files; each field named still holds the sample:`);
for (const { file, fields } of readSampleFields(folder)) {
  print(`\n  ${join(folder, file)}\n    ${purposes[file]}`);
  for (const field of fields) print(`    · ${field}`);
}
print(`\nA picture of you: put a square one beside them and name it in profile.json, as "photo": "portrait.avif".`);
print(
  `\nArticles: Markdown files in ${join(folder, 'writing')} become /writing; README.md says how one begins. Delete "blogUrl" and Blog leads there.`,
);
print(`\nStart with it:\n  CASTELLAN_CONTENT_DIR=${quoted(folder)} npm start`);
print('\nA saved file is read again while the server runs; a mistake is named, and the last good content stays.');

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
