import { succeed } from '@castellan/foundation/result';
import type { Report } from '@castellan/probes/report';
import { joinRanges } from '@castellan/probes/scope/scope-entry';
import { z } from 'zod';
import { defineProbe, refuseInput, type Tool, type ToolRun } from '../../../server/tools/tool.ts';
import { scanAsNmapXml } from '../knowledge/nmap-xml.ts';
import { parsePortList } from '../knowledge/port-list.ts';
import type { ScanFacts } from '../knowledge/scan-facts.ts';
import { countAddresses, parseScanTarget } from '../knowledge/scan-target.ts';
import { judgeScan } from '../knowledge/scan-verdict.ts';
import { signInPorts, snmpPort } from '../knowledge/sign-ins/sign-in-ports.ts';
import { udpServices } from '../knowledge/udp/udp-ports.ts';
import { firstPorts, scan } from './scan.ts';

const optionsSchema = z
  .strictObject({
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
    udp: z.boolean().optional(),
    'try-sign-in': z.boolean().optional(),
  })
  .refine((options) => options.ports !== 'none' || options.udp === true || options['try-sign-in'] === true, {
    path: ['ports'],
    message: 'none leaves nothing to scan without udp or try-sign-in',
  });

/** Which ports of which hosts are open, and what listens there. */
export const networkScannerTool: Tool = {
  id: 'network-scanner',
  schemaVersion: 1,
  usage: [
    'network-scanner HOST|NETWORK|RANGE[,…] --authorised [--ports top100|top1000|all|none|LIST] [--udp] [--try-sign-in] [--silent-too] [--ports-only] [--xml]',
  ],
  flags: {
    ports: { type: 'string' },
    'silent-too': { type: 'boolean' },
    'ports-only': { type: 'boolean' },
    udp: { type: 'boolean' },
    'try-sign-in': { type: 'boolean' },
  },
  outputs: { xml: (report) => scanAsNmapXml(report as Report & ScanFacts) },
  probe: defineProbe({
    isActive: true,
    options: optionsSchema,
    readTarget: (text) => {
      const read = parseScanTarget(text);
      return read.ok ? succeed(read.value.text) : read;
    },
    reach: ({ target, options }) => {
      const [read, plan] = [parseScanTarget(target), planPorts(options)];
      if (!read.ok || !plan.ok) return { ports: 'every', below: false };
      const { tcp, scansSilent } = plan.value;
      // Whether a host of several is there is asked on ports of its own.
      const first = scansSilent || countAddresses(read.value.parts) === 1n ? [] : firstPorts;
      const byDatagram = [...(options.udp === true ? udpServices.keys() : []), ...(options['try-sign-in'] === true ? [snmpPort] : [])];
      return { ports: joinRanges([...tcp, ...first, ...byDatagram].map((port) => [port, port])), below: false };
    },
    run,
  }),
};

type Options = z.infer<typeof optionsSchema>;

/** What options ask for: the TCP ports, whether only sign-in attempts are wanted, and whether hosts are scanned that seem not to be there. */
function planPorts(options: Options) {
  // Who asks for sign-in attempts and names no ports asks for these alone: nothing else is sent.
  const onlySignIns = options['try-sign-in'] === true && options.ports === undefined;
  const list = parsePortList(options.ports ?? (onlySignIns ? signInPorts.join(',') : 'top1000'));
  if (!list.ok) return list;
  // Hosts are found by ports of TCP that such runs do not ask for.
  return succeed({ tcp: list.value, onlySignIns, scansSilent: options['silent-too'] === true || onlySignIns || list.value.length === 0 });
}

async function run({ target, options, ports, signal, say, note }: ToolRun<Options>) {
  const { udp = false, 'try-sign-in': signIns = false, 'ports-only': portsOnly = false } = options;
  const [read, plan] = [parseScanTarget(target), planPorts(options)];
  if (!read.ok) return refuseInput(read.failure.message);
  if (!plan.ok) return refuseInput(plan.failure.message);
  const { tcp, onlySignIns, scansSilent } = plan.value;
  const facts = await scan({
    target: read.value,
    portList: tcp,
    scansSilent,
    asked: { services: !portsOnly && !onlySignIns, udp, signIns },
    ports,
    signal,
    say,
    note,
  });
  if (!facts.ok) return facts;
  return succeed({ ...judgeScan(facts.value), ...facts.value });
}
