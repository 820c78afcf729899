import { succeed } from '@castellan/foundation/result';
import type { Report } from '@castellan/probes/report';
import { joinRanges } from '@castellan/probes/scope/scope-entry';
import { z } from 'zod';
import { defineProbe, refuseInput, type Tool, type ToolRun } from '../../../server/tools/tool.ts';
import { scanAsNmapXml } from '../knowledge/nmap-xml.ts';
import { parsePortList } from '../knowledge/port-list.ts';
import type { ScanFacts } from '../knowledge/scan-facts.ts';
import { describeScan, judgeScan } from '../knowledge/scan-findings.ts';
import { countAddresses, parseScanTarget } from '../knowledge/scan-target.ts';
import { firstPorts, scan } from './scan.ts';

const optionsSchema = z.strictObject({
  ports: z
    .string()
    .max(20_000)
    .superRefine((text, context) => {
      const read = parsePortList(text);
      if (!read.ok) context.addIssue({ code: 'custom', message: read.failure.message.replace(/\.$/, '') });
    })
    .optional(),
  // A flag of the command line is a word, an option of a job is a value.
  'silent-too': z.boolean().optional(),
  'ports-only': z.boolean().optional(),
});

/** Which ports of which hosts are open, and what listens there. */
export const networkScannerTool: Tool = {
  id: 'network-scanner',
  schemaVersion: 1,
  usage: ['network-scanner HOST|NETWORK|RANGE[,…] --authorised [--ports top100|top1000|all|LIST] [--silent-too] [--ports-only] [--xml]'],
  flags: { ports: { type: 'string' }, 'silent-too': { type: 'boolean' }, 'ports-only': { type: 'boolean' } },
  outputs: { xml: (report) => scanAsNmapXml(report as Report & ScanFacts) },
  probe: defineProbe({
    isActive: true,
    options: optionsSchema,
    readTarget: (text) => {
      const read = parseScanTarget(text);
      return read.ok ? succeed(read.value.text) : read;
    },
    reach: ({ target, options }) => {
      const [read, list] = [parseScanTarget(target), parsePortList(options.ports ?? 'top1000')];
      if (!read.ok || !list.ok) return { ports: 'every', below: false };
      // Whether a host of several is there is asked on ports of its own.
      const isOne = countAddresses(read.value.parts) === 1n;
      const asked = isOne || options['silent-too'] === true ? list.value : [...list.value, ...firstPorts];
      return { ports: joinRanges(asked.map((port) => [port, port])), below: false };
    },
    run,
  }),
};

async function run({ target, options, ports, signal, say, note }: ToolRun<z.infer<typeof optionsSchema>>) {
  const [read, portList] = [parseScanTarget(target), parsePortList(options.ports ?? 'top1000')];
  if (!read.ok) return refuseInput(read.failure.message);
  if (!portList.ok) return refuseInput(portList.failure.message);
  const facts = await scan({
    target: read.value,
    portList: portList.value,
    scansSilent: options['silent-too'] === true,
    asksServices: options['ports-only'] !== true,
    ports,
    signal,
    say,
    note,
  });
  if (!facts.ok) return facts;
  const findings = judgeScan(facts.value);
  return succeed({ ...describeScan(facts.value, findings), findings, ...facts.value });
}
