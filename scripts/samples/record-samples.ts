import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '@castellan/probes/report';
import { startTestDns, type TestZone } from '../../tests/support/dns-server.ts';
import { makeCertificates } from './certificates.ts';
import { addresses, labNetworks, midnightBefore } from './company.ts';
import { setUpNetwork } from './lab-network.ts';
import { openOtherServers } from './other-servers.ts';
import { type SampleRun, sampleRuns } from './runs.ts';
import { settleReport } from './settle-report.ts';
import { openWebServers } from './web-servers.ts';
import { makeZone } from './zone.ts';

/** A sample as it is stored. */
type Sample = { readonly lab: string; readonly report: Report };

const root = join(import.meta.dirname, '..', '..');
/** The longest run of a tool here takes some ten seconds on a machine that does nothing else. */
const longestRunMs = 120_000;

/** What is recorded, and who is told of it. */
export type Recording = {
  /** The ids of the tools to run; all where it is empty. */
  readonly only: readonly string[];
  /** A folder for `ID.json`, in place of each tool's own. */
  readonly into: string | undefined;
  readonly tell: (text: string) => void;
};

/**
 * Builds the lab in the network namespace of this process, runs each tool's own command against it, and writes the reports beside the
 * pages that show them. Rejects, with the step in words, where one fails: samples that were written before it stay.
 */
export async function recordSamples({ only, into, tell }: Recording): Promise<void> {
  const fromMs = Date.now();
  const midnightMs = midnightBefore(fromMs);
  setUpNetwork();
  const certificates = makeCertificates(midnightMs);
  await openNameServers(makeZone(certificates.mailKey));
  await openWebServers(certificates, midnightMs);
  await openOtherServers(certificates);
  const folder = mkdtempSync(join(tmpdir(), 'castellan-samples-'));
  try {
    const caFile = join(folder, 'lab-root.pem');
    writeFileSync(caFile, certificates.root);
    for (const run of chooseRuns(sampleRuns(caFile), only)) {
      const made = await runTool(run, caFile);
      const report = settleReport(made, { fromMs, toMs: Date.now(), midnightMs });
      const sample: Sample = { lab: run.lab, report };
      const file = into === undefined ? join(root, 'tools', run.tool, 'page', 'sample.json') : join(into, `${run.tool}.json`);
      writeFileSync(file, `${JSON.stringify(sample, undefined, 1)}\n`);
      tell(`${run.tool}: ${report.verdict}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A resolver that knows everything, and the servers of the zones that it knows it from. */
async function openNameServers(zone: TestZone): Promise<void> {
  const port = 53;
  await startTestDns(zone, { at: { address: addresses.resolver, port }, isValidated: true, followsAliases: true });
  for (const address of [addresses.nameServer, addresses.otherNameServer, addresses.registry])
    await startTestDns(zone, { at: { address, port } });
}

function chooseRuns(runs: readonly SampleRun[], only: readonly string[]): readonly SampleRun[] {
  const unknown = only.filter((id) => runs.every(({ tool }) => tool !== id));
  if (unknown.length > 0)
    throw new Error(`There is no sample of ${unknown.join(', ')}. There are those of ${runs.map(({ tool }) => tool).join(', ')}.`);
  return runs.filter(({ tool }) => only.length === 0 || only.includes(tool));
}

/** Runs a tool as `npm run tool` does, in a process of its own that knows the lab's authority and may reach its networks. */
function runTool({ tool, target, flags = [] }: SampleRun, caFile: string): Promise<Report> {
  const given = [join(root, 'server', 'commands', 'tool.ts'), tool, target, ...flags, '--json', '--dns', addresses.resolver];
  const environment = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: caFile,
    TOOLS_ALLOW_CIDRS: labNetworks.join(','),
  };
  return new Promise((resolve, reject) => {
    const options = { env: environment, timeout: longestRunMs, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, given, options, (error, out, err) => {
      if (error === null) return resolve(JSON.parse(out) as Report);
      const [said = error.message] = err.trim().split('\n').slice(-1);
      return reject(new Error(`${tool} made no report of ${target}: ${said}`));
    });
  });
}
