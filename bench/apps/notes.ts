/**
 * `npm run bench -- notes`: 5,000 notes of 2 kB after the vault is unlocked, as the vault's Worker and the page handle them one after
 * the other, in this program's own JavaScript engine. `--write` puts the table into docs/benchmarks.md. Each figure is the best of
 * several rounds: other work on the machine only ever makes one slower.
 */

import { newestFirst, noteSearch } from '../../tools/mind-vault/page/find-notes.ts';
import { type Note, notes } from '../../web/app/domains/notes/note.ts';
import { linkGraph } from '../../web/app/domains/notes/vault-notes.ts';
import { writeTable } from '../written-table.ts';
import { openRows, row, sealRows } from './bench-vault.ts';

const count = 5_000;
const rounds = 7;
const words = 'engraving plate ledger harbour window copper linen notice signal garden winter theory lantern village Müller café'.split(
  ' ',
);

const sealed = await sealRows(
  'notes',
  Array.from({ length: count }, (_, at) => ({
    ...{ id: crypto.randomUUID(), title: `Note ${at}`, body: bodyOf(at), tags: [], pinned: false },
    path: `f${at % 20}/Note ${at}.md`,
  })),
);
const best = {
  open: Number.POSITIVE_INFINITY,
  first: Number.POSITIVE_INFINITY,
  links: Number.POSITIVE_INFINITY,
  key: Number.POSITIVE_INFINITY,
};
for (let round = 0; round < rounds; round += 1) await measure();

const table = [
  '| 5,000 notes of 2 kB | Castellan | Limit | Met |',
  '| --- | --- | --- | --- |',
  row('opened, checked and in order for the list', best.open + best.first, 400),
  row('of that, in the Worker: opened', best.open),
  row('links, tags, backlinks and the search, read behind the list in stretches of 8 ms', best.links),
  row('search, worst of 24 key strokes', best.key, 30),
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('notes', 'npm run bench -- notes --write', table);

async function measure(): Promise<void> {
  const begin = performance.now();
  const opened = await openRows('notes', sealed);
  const openedAt = performance.now();
  const all: readonly Note[] = opened.map((one) => notes.schema.parse(one));
  const sorted = newestFirst(all);
  const listedAt = performance.now();
  for (const note of all) noteSearch.prepare(note);
  if (linkGraph(all).backlinks.size !== count) throw new Error('notes are missing');
  const linkedAt = performance.now();
  const typed = ['lantern winter', 'muller #tag'].flatMap((query) => Array.from(query, (_, at) => query.slice(0, at + 1)));
  const strokes = typed.map((query) => {
    const from = performance.now();
    noteSearch.find(sorted, query);
    return performance.now() - from;
  });
  best.open = Math.min(best.open, openedAt - begin);
  best.first = Math.min(best.first, listedAt - openedAt);
  best.links = Math.min(best.links, linkedAt - listedAt);
  best.key = Math.min(best.key, Math.max(...strokes));
}

/** About 2 kB with a heading, tags and links to others. */
function bodyOf(at: number): string {
  const line = (from: number) => Array.from({ length: 12 }, (_, word) => words[(at * 7 + from * 5 + word * 3) % words.length]).join(' ');
  const links = [1, 17, 301].map((step) => `[[Note ${(at + step) % count}]]`).join(' ');
  return `# About ${at}\n\n${links} #tag${at % 40}\n\n${Array.from({ length: 22 }, (_, from) => line(from)).join('\n')}\n`;
}
