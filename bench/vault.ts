/**
 * `npm run bench -- vault`: the vault with 10,000 entries in Chromium, beside peers measured in the same run: Bitwarden's engine
 * (in the same Chromium), kdbxweb (in Node) and keepassxc-cli. `--write` puts the table into docs/benchmarks.md.
 * Each figure is the best of several rounds: other work on the machine only ever makes one slower.
 */
import { z } from 'zod';
import { provideKeepassxc } from '../scripts/keepassxc.ts';
import { provideMeasuringTools } from '../scripts/measuring-tools.ts';
import { type Bench, openBench } from './vault/chromium.ts';
import { measureKeePass } from './vault/keepass-side.ts';
import { writeTable } from './written-table.ts';

type Row = { readonly what: string; readonly ours: string; readonly yardstick: string; readonly met: string };

const rounds = 7;
const rows: Row[] = [];

const tools = provideMeasuringTools('measuring-vault');
if (!tools.ok) throw new Error(tools.failure.reason);
const peers = tools.value;
provideKeepassxc();
const bench = await openBench(peers.pathOf('@bitwarden/sdk-internal'));
try {
  await measure(bench);
} finally {
  await bench.close();
}
const table = [
  '| 10,000 entries | Castellan | Yardstick, same run | Met |',
  '| --- | --- | --- | --- |',
  ...rows.map((row) => `| ${row.what} | ${row.ours} | ${row.yardstick} | ${row.met} |`),
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('vault', 'npm run bench -- vault --write', table);

async function measure(asked: Bench): Promise<void> {
  const bitwarden = { seal: await best(asked, 'bitwarden', 'encryptAll'), open: await best(asked, 'bitwarden', 'decryptAll') };
  const ours = {
    list: await best(asked, 'ours', 'openList'),
    secrets: await best(asked, 'ours', 'readSecrets'),
    verify: await best(asked, 'ours', 'verify'),
    seal: await best(asked, 'ours', 'sealAll'),
    rotate: await best(asked, 'ours', 'rotate', 2),
  };
  const keepass = await measureKeePass(peers);
  addRatio('decrypt all: the list and every secret', ours.list + ours.secrets, "Bitwarden's engine", bitwarden.open);
  addRatio('encrypt all again, with the whole manifest', ours.seal, "Bitwarden's engine, without a manifest", bitwarden.seal);
  addLimit('open the list, after the derivation', ours.list, 50, `; ${keepass.opening} (with the derivation)`);
  const typed = [];
  for (let round = 0; round < rounds; round += 1) typed.push(await asked.typeQueries());
  const [cold, ...warm] = typed;
  addLimit('search, mean of the key strokes', Math.min(...typed.map(({ mean }) => mean)), 5, `; kdbxweb ${keepass.searchMs.toFixed(0)} ms`);
  addLimit('search, worst of the key strokes', Math.min(...warm.map(({ worst }) => worst)), 5);
  if (cold !== undefined) addLimit('the same in the first round after loading, while the browser compiles and clears up', cold.worst, 5);
  addOwn('verify every row against the manifest, behind the list', ours.verify);
  addOwn('rotate the vault key: check, open, seal and read back every row', ours.rotate);
  await addHealth(asked);
}

/** The shortest of some rounds; what is compared is measured alike. */
async function best(asked: Bench, side: 'ours' | 'bitwarden', name: string, times = rounds): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < times; round += 1) measured.push(z.number().parse((await asked.ask(side, name)).value));
  return Math.min(...measured);
}

async function addHealth(asked: Bench): Promise<void> {
  const schema = z.object({ load: z.number(), report: z.number(), weak: z.number() });
  const measured = [];
  for (let round = 0; round < 3; round += 1) {
    const { value, blockedMs } = await asked.ask('ours', 'health');
    measured.push({ ...schema.parse(value), blockedMs });
  }
  const fastest = measured.toSorted((one, other) => one.report - other.report)[0];
  if (fastest === undefined) return;
  addLimit(`health report, 2,000 human and 8,000 generated passwords (${fastest.weak} are weak)`, fastest.report, 5000);
  addOwn('its dictionaries, loaded once before it', fastest.load);
  addLimit('longest the page was kept waiting meanwhile', Math.min(...measured.map(({ blockedMs }) => blockedMs)), 50);
}

function addRatio(what: string, ours: number, peer: string, theirs: number): void {
  const ratio = theirs / ours;
  rows.push({
    what,
    ours: `${ours.toFixed(0)} ms`,
    yardstick: `${peer}: ${theirs.toFixed(0)} ms; at least 4 times faster`,
    met: `${ratio >= 4 ? 'yes' : 'no'}, ${ratio.toFixed(1)} times`,
  });
}

function addLimit(what: string, ms: number, limitMs: number, beside = ''): void {
  const digits = ms < 10 ? 2 : 0;
  rows.push({ what, ours: `${ms.toFixed(digits)} ms`, yardstick: `under ${limitMs} ms${beside}`, met: ms < limitMs ? 'yes' : 'no' });
}

function addOwn(what: string, ms: number): void {
  rows.push({ what, ours: `${ms.toFixed(0)} ms`, yardstick: '', met: '' });
}
