import { deferLive } from '../../lib/defer-live.ts';
import type { Live, Supplier } from '../../lib/live.ts';
import { vaultOpenness } from './vault-openness.ts';

const locked = { status: 'locked' } as const;
const gate = { read: () => (vaultOpenness.read() ? 'open' : locked), subscribe: vaultOpenness.subscribe } as const;

/**
 * What is live of sealed records. While this tab has not opened the vault it is locked, and nothing of `supply` is fetched: neither the
 * code that reads the records nor, through it, the vault's. What it answers outlives a lock for a moment, so it holds no secret.
 */
export function whileOpen<Value>(supply: Supplier<Live<Value>>): Supplier<Live<Value>> {
  return async () => ({ default: () => liveWhileOpen(supply) });
}

/** As `whileOpen`, for a supplier that also tells something while the vault is locked: the live value itself. */
export function liveWhileOpen<Value>(supply: Supplier<Live<Value>>): Live<Value> {
  return deferLive(gate, supply);
}
