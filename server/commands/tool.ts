import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '@castellan/foundation/clock';
import { createDns } from '../adapters/dns.ts';
import { createEgress } from '../adapters/egress.ts';
import { createSockets, resolveBy, resolveBySystem } from '../adapters/sockets.ts';
import { tlsSessions } from '../adapters/tls-sessions.ts';
import { parseSettings } from '../settings.ts';
import type { ToolPorts } from '../tools/tool.ts';
import { toolList } from '../tools/tool-list.ts';
import { runTool } from './tool/run-tool.ts';

/**
 * `npm run --silent tool -- ID TARGET [options] --json`: runs one tool without a server and a database. The report goes to
 * standard output, progress and failures to standard error. Exit code 0: finished; 1: a finding at or above `--fail-on`; 2: it
 * could not run.
 */
const cancel = new AbortController();
process.once('SIGINT', () => cancel.abort());
process.once('SIGTERM', () => cancel.abort());

process.exitCode = await runTool(process.argv.slice(2), {
  tools: toolList,
  openPorts,
  readInput: async (path) => new Uint8Array(path === '-' ? await buffer(process.stdin) : await readFile(path)),
  print: (text) => void process.stdout.write(text),
  tell: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  signal: cancel.signal,
});

/** The ways to the outside, as the server has them; with a DNS server of one's own where one is named. */
function openPorts(dnsServer: string | undefined): ToolPorts {
  const settings = parseSettings(process.env);
  if (!settings.ok) throw new Error(settings.failure.message);
  const { allowedNetworks } = settings.value;
  const resolve = dnsServer === undefined ? resolveBySystem : resolveBy(dnsServer);
  return {
    sockets: createSockets({ allowedNetworks, resolve }),
    tlsSessions,
    dns: createDns({ allowedNetworks, server: dnsServer }),
    egress: createEgress({ allowedNetworks, resolve }),
    clock: systemClock,
    randomBytes: (byteCount) => new Uint8Array(randomBytes(byteCount)),
  };
}
