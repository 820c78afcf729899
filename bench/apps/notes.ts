/**
 * `npm run bench -- notes`: 5,000 notes of 2 kB after the vault is unlocked, as the vault's Worker and the page handle them one after
 * the other, in this program's own JavaScript engine. `--write` puts the table into docs/benchmarks.md. Each figure is the best of
 * several rounds: other work on the machine only ever makes one slower.
 */
import { pooled } from '@castellan/foundation/randomness';
import type { Result } from '@castellan/foundation/result';
import { argon2idOfLibsodium } from '../../packages/vault-core/src/crypto/argon2id-libsodium.ts';
import { inChunks } from '../../packages/vault-core/src/in-chunks.ts';
import type { VaultPorts } from '../../packages/vault-core/src/ports.ts';
import { openRecord, sealRecord } from '../../packages/vault-core/src/records/sealed-record.ts';
import { createVault } from '../../packages/vault-core/src/slots/create-vault.ts';
import { type Note, notes } from '../../web/app/domains/notes/note.ts';
import { linkGraph } from '../../web/app/domains/notes/vault-notes.ts';
import { newestFirst, noteSearch } from '../../web/app/tools/mind-vault/find-notes.ts';
import { writeTable } from '../written-table.ts';

const count = 5_000;
const rounds = 7;
const userId = '0b9c7f5e-6a0d-4b1e-9c55-0d6f1f3f2a11';
const words = 'engraving plate ledger harbour window copper linen notice signal garden winter theory lantern village Müller café'.split(
  ' ',
);

const ports: VaultPorts = {
  crypto: crypto.subtle,
  randomBytes: pooled((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
  clock: { nowMs: () => Date.now() },
  argon2id: argon2idOfLibsodium,
};
const slots = [{ kind: 'master', master: 'kestrel over the north tower', cost: { memoryKib: 65_536, passes: 3 } }] as const;
const vault = must(await createVault(ports, userId, slots)).next;
const sealed = await sealAll();
const best = {
  open: Number.POSITIVE_INFINITY,
  first: Number.POSITIVE_INFINITY,
  links: Number.POSITIVE_INFINITY,
  cold: 0,
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
  const opened = await inChunks(sealed, ({ id, text }) =>
    openRecord(ports, vault, { class: 'row', collection: 'notes', id, version: 1 }, text),
  );
  const openedAt = performance.now();
  const columns = { version: 1, created_at: '2026-11-22T12:00:00Z', updated_at: '2026-11-22T12:00:00Z', deleted_at: null };
  const all: readonly Note[] = opened.map((one, at) => notes.schema.parse({ ...must(one), ...columns, id: sealed[at]?.id }));
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

async function sealAll(): Promise<readonly { readonly id: string; readonly text: string }[]> {
  return inChunks(
    Array.from({ length: count }, (_, at) => at),
    async (at) => {
      const id = crypto.randomUUID();
      const place = { class: 'row', collection: 'notes', id, version: 1 } as const;
      return {
        id,
        text: must(
          await sealRecord(ports, vault, place, {
            title: `Note ${at}`,
            body: bodyOf(at),
            tags: [],
            pinned: false,
            path: `f${at % 20}/Note ${at}.md`,
          }),
        ),
      };
    },
  );
}

/** About 2 kB with a heading, tags and links to others. */
function bodyOf(at: number): string {
  const line = (from: number) => Array.from({ length: 12 }, (_, word) => words[(at * 7 + from * 5 + word * 3) % words.length]).join(' ');
  const links = [1, 17, 301].map((step) => `[[Note ${(at + step) % count}]]`).join(' ');
  return `# About ${at}\n\n${links} #tag${at % 40}\n\n${Array.from({ length: 22 }, (_, from) => line(from)).join('\n')}\n`;
}

function row(what: string, ms: number, limit?: number): string {
  return `| ${what} | ${ms.toFixed(ms < 10 ? 1 : 0)} ms | ${limit === undefined ? '' : `${limit} ms`} | ${limit === undefined ? '' : ms <= limit ? 'yes' : 'no'} |`;
}

function must<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(`unexpected failure: ${result.failure.code}`);
}
