import { execFileSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { addresses, closedByFirewall, webSix } from './company.ts';

/**
 * Gives this network namespace the lab's addresses, and its firewall. Throws, with the step in words, where one fails, and where the
 * namespace is not a new one: it changes which rules the kernel asks first.
 */
export function setUpNetwork(): void {
  // In a new one nothing is up, not even the loopback.
  if (Object.keys(networkInterfaces()).length > 0) throw new Error('The lab is only ever set up in a network of its own (unshare --net).');
  ip('start the loopback', 'link', 'set', 'lo', 'up');
  for (const address of Object.values(addresses)) ip(`take the address ${address}`, 'addr', 'add', `${address}/32`, 'dev', 'lo');
  ip(`take the address ${webSix}`, '-6', 'addr', 'add', `${webSix}/128`, 'dev', 'lo', 'nodad');
  // The kernel's own addresses are looked up behind the firewall's rules, not before.
  ip('move the rule for its own addresses', 'rule', 'add', 'pref', '100', 'table', 'local');
  ip('move the rule for its own addresses', 'rule', 'del', 'pref', '0');
  for (const ports of closedByFirewall)
    ip(`forbid port ${ports}`, 'rule', 'add', 'pref', '10', 'to', addresses.office, 'ipproto', 'tcp', 'dport', ports, 'prohibit');
}

function ip(step: string, ...given: readonly string[]): void {
  try {
    execFileSync('ip', [...given], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    const { stderr = '', message } = error as Error & { readonly stderr?: string };
    throw new Error(`The lab's network could not ${step}: ${stderr.trim() || message}`);
  }
}
