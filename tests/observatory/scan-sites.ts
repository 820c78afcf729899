/** Scans hosts with the HTTP Observatory's scanner and with ours, and prints both verdicts of each as JSON. */
import { BlockList } from 'node:net';
import { systemClock } from '@castellan/foundation/clock';
import { mainChain } from '@castellan/probes/observatory/capture';
import { z } from 'zod';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';
import { createEgress } from '../../server/adapters/egress.ts';
import { limitAtOnce } from '../../server/tools/limit-at-once.ts';
import { auditCapture } from '../../tools/http-auditor/knowledge/audit.ts';
import { fetchCapture } from '../../tools/http-auditor/server/fetch-capture.ts';

const scannerSchema = z.object({ scan: z.custom<(host: string) => Promise<unknown>>((value) => typeof value === 'function') });
const scanSchema = z.object({
  scan: z.object({ score: z.number(), grade: z.string() }),
  tests: z.record(z.string(), z.object({ result: z.string(), scoreModifier: z.number() })),
});

const tools = provideMeasuringTools();
if (!tools.ok) throw new Error(tools.failure.reason);
const scanner = scannerSchema.parse({ ...((await tools.value.load('@mdn/mdn-http-observatory/src/scanner/index.js')) as object) });
const allowedNetworks = new BlockList();
allowedNetworks.addSubnet('127.0.0.0', 8);
const egress = createEgress({ allowedNetworks });
const inTurn = limitAtOnce(8);

const verdicts = await Promise.all(
  process.argv.slice(2).map((host) => inTurn(async () => ({ host, theirs: await scanByPeer(host), ours: await scanByUs(host) }))),
);
process.stdout.write(JSON.stringify(verdicts), () => process.exit(0));

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
  const site = { hostname: host, httpUrl: `http://${host}/`, httpsUrl: `https://${host}/` };
  const { capture } = await fetchCapture(site, {
    egress,
    clock: systemClock,
    signal: new AbortController().signal,
    isPreloaded: false,
    say: () => {},
  });
  return (mainChain(capture) === undefined ? null : auditCapture(capture, []).observatory) ?? 'not scored';
}
