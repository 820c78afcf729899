/**
 * Scans hosts with the HTTP Observatory's scanner and with ours, and prints both verdicts of each as JSON, with the processor time that
 * each took. `--scoring` also scores what was captured again and again, without a network.
 */
import { BlockList } from 'node:net';
import { systemClock } from '@castellan/foundation/clock';
import { type Capture, mainChain } from '@castellan/probes/observatory/capture';
import { pageIn, scoreCapture } from '@castellan/probes/observatory/observatory';
import { readHtml } from '@castellan/probes/observatory/read-html';
import { z } from 'zod';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';
import { createEgress } from '../../server/adapters/egress.ts';
import { limitAtOnce } from '../../server/tools/limit-at-once.ts';
import { auditCapture } from '../../tools/http-auditor/knowledge/audit.ts';
import { fetchCapture } from '../../tools/http-auditor/server/fetch-capture.ts';

const functionSchema = z.custom<(given: never) => unknown>((value) => typeof value === 'function');
const scannerSchema = z.object({ scan: z.custom<(host: string) => Promise<unknown>>((value) => typeof value === 'function') });
const retrieverSchema = z.object({ retrieve: z.custom<(host: string) => Promise<object>>((value) => typeof value === 'function') });
const testsSchema = z.object({ ALL_TESTS: z.array(functionSchema) });
const scanSchema = z.object({
  scan: z.object({ score: z.number(), grade: z.string() }),
  tests: z.record(z.string(), z.object({ result: z.string(), scoreModifier: z.number() })),
});

const tools = provideMeasuringTools();
if (!tools.ok) throw new Error(tools.failure.reason);
const load = async (file: string): Promise<object> => ({
  ...((await tools.value.load(`@mdn/mdn-http-observatory/src/${file}`)) as object),
});
const scanner = scannerSchema.parse(await load('scanner/index.js'));
const allowedNetworks = new BlockList();
allowedNetworks.addSubnet('127.0.0.0', 8);
const egress = createEgress({ allowedNetworks });
const inTurn = limitAtOnce(8);

const hosts = process.argv.slice(2).filter((given) => !given.startsWith('--'));
/** So many hosts are scanned by one scanner before the other has its turn. */
const batchSize = 40;

const verdicts: { readonly host: string; readonly theirs: unknown; readonly ours: unknown }[] = [];
const cpuMs = { theirs: 0, ours: 0, sites: 0 };
for (let from = 0; from < hosts.length; from += batchSize) {
  const batch = hosts.slice(from, from + batchSize);
  const theirs = await timed(() => Promise.all(batch.map((host) => inTurn(() => scanByPeer(host)))));
  const ours = await timed(() => Promise.all(batch.map((host) => inTurn(() => scanByUs(host)))));
  verdicts.push(...batch.map((host, at) => ({ host, theirs: theirs.value[at], ours: ours.value[at] })));
  // In the first batch both are still being compiled.
  if (from === 0) continue;
  cpuMs.theirs += theirs.cpuMs;
  cpuMs.ours += ours.cpuMs;
  cpuMs.sites += batch.length;
}
const scoring = process.argv.includes('--scoring') ? await scoreAgain() : undefined;
process.stdout.write(JSON.stringify({ verdicts, cpuMs, scoring }), () => process.exit(0));

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, cpuMs: (user + system) / 1000 };
}

async function scanByPeer(host: string): Promise<unknown> {
  try {
    const { scan, tests } = scanSchema.parse(await scanner.scan(host));
    const results = Object.entries(tests).map(([name, { result, scoreModifier }]) => [name, { result, modifier: scoreModifier }]);
    return { score: scan.score, grade: scan.grade, tests: Object.fromEntries(results) };
  } catch (error) {
    return error instanceof Error && /seems to be down|unexpected HTTP status/.test(error.message) ? 'not scored' : String(error);
  }
}

async function scanByUs(host: string): Promise<unknown> {
  const capture = await captureOf(host);
  return (mainChain(capture) === undefined ? null : auditCapture(capture, []).observatory) ?? 'not scored';
}

async function captureOf(host: string): Promise<Capture> {
  const site = { hostname: host, httpUrl: `http://${host}/`, httpsUrl: `https://${host}/` };
  const { capture } = await fetchCapture(site, {
    egress,
    clock: systemClock,
    signal: new AbortController().signal,
    isPreloaded: false,
    say: () => {},
  });
  return capture;
}

/** Milliseconds of processor time that the ten tests of one captured site take, page and cookies read anew each time. */
async function scoreAgain(): Promise<{ readonly theirs: number; readonly ours: number; readonly sites: number }> {
  const { retrieve } = retrieverSchema.parse(await load('retriever/retriever.js'));
  const { ALL_TESTS } = testsSchema.parse(await load('constants.js'));
  const scored = verdicts.filter(({ theirs }) => typeof theirs === 'object').map(({ host }) => host);
  const captures = await Promise.all(scored.map((host) => inTurn(() => captureOf(host))));
  const retrieved = await Promise.all(scored.map((host) => inTurn(() => retrieve(host))));
  const ours = () => {
    for (const capture of captures) scoreCapture({ capture, page: pageIn(capture, readHtml) });
  };
  const theirs = () => {
    for (const answers of retrieved) for (const test of ALL_TESTS) test(answers as never);
  };
  const rounds = 20;
  const sums = { theirs: 0, ours: 0 };
  // The first round of each is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const [peer, own] = [await timed(async () => theirs()), await timed(async () => ours())];
    if (round === 0) continue;
    sums.theirs += peer.cpuMs;
    sums.ours += own.cpuMs;
  }
  const count = rounds * scored.length;
  return { theirs: sums.theirs / count, ours: sums.ours / count, sites: scored.length };
}
