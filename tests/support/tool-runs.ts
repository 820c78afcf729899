import { randomBytes } from 'node:crypto';
import { BlockList } from 'node:net';
import { systemClock } from '@castellan/foundation/clock';
import { createDns } from '../../server/adapters/dns.ts';
import { createEgress } from '../../server/adapters/egress.ts';
import { createSockets } from '../../server/adapters/sockets.ts';
import { tlsSessions } from '../../server/adapters/tls-sessions.ts';
import type { RunTool } from '../../server/foreign/foreign-ports.ts';
import { prepareRun, runProbe, type Tool, type ToolPorts } from '../../server/tools/tool.ts';

/** The networks of a guard that lets a tool reach this machine. */
export const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);

/** A tool's real ports, which reach these networks beside public ones; `others` stand in for some of them. */
export function openToolPorts(allowedNetworks = loopback, others: Partial<ToolPorts> = {}): ToolPorts {
  return {
    sockets: createSockets({ allowedNetworks }),
    egress: createEgress({ allowedNetworks }),
    tlsSessions,
    dns: createDns({ allowedNetworks }),
    clock: systemClock,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    ...others,
  };
}

/** Runs a tool on a target, as its job does; a target or options that it does not take are its refusal. */
export async function runToolOn(tool: Tool, target: string, options: object, ports: ToolPorts, signal = new AbortController().signal) {
  const { probe } = tool;
  if (probe === undefined) throw new Error(`${tool.id} has no probe`);
  const prepared = prepareRun(probe, target, options);
  return prepared.ok ? runProbe({ ...tool, probe }, prepared.value, { ports, signal, say: () => {} }) : prepared;
}

/** Runs probes in this process, over ports of a test's own. */
export function runToolHere(ports: ToolPorts): RunTool {
  return async ({ probe, ...tool }, prepared, given) => {
    if (probe === undefined) throw new Error(`${tool.id} has no probe`);
    return runProbe({ ...tool, probe }, prepared, { ports, ...given });
  };
}
