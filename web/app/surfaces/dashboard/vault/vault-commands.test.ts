import { expect, test } from 'vitest';
import { commandRegistry } from '../../../domains/commands/command-registry.ts';
import type { VaultItem, VaultState } from '../../../domains/vault/contract/vault-state.ts';
import { commandsOf, offerVaultCommands } from './vault-commands.ts';

const details = { title: 'Bank', username: 'ada', url: 'https://bank.example/', trashedAt: null } as VaultItem['details'];
const item = (id: string, changes: Partial<VaultItem['details']> = {}): VaultItem => ({
  id,
  version: 1,
  details: { ...details, ...changes },
  finding: null,
});
const open = (items: readonly VaultItem[]) => ({ stage: 'open', items }) as VaultState;

test('an open vault offers its entries and its lock, every entry as sealed, and nothing out of the trash', () => {
  const commands = commandsOf([item('a'), item('b', { title: 'Old', trashedAt: '2026-11-01T00:00:00Z' })], () => undefined);
  expect(commands.map(({ title, isSealed = false }) => [title, isSealed])).toEqual([
    ['Lock vault', false],
    ['Bank', true],
  ]);
});

test('a locked vault offers nothing, at once, and its entries are found again only when it is open again', () => {
  let state: VaultState = open([item('a')]);
  const listeners = new Set<() => void>();
  const locks: string[] = [];
  offerVaultCommands({
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actions: { lock: (reason: string) => locks.push(reason) } as never,
  });
  const titles = () => commandRegistry.read().map(({ title }) => title);
  commandRegistry.subscribe(() => undefined);
  expect(titles()).toEqual(['Lock vault', 'Bank']);
  commandRegistry.read()[0]?.run({ go: () => undefined });
  expect(locks).toEqual(['button']);
  state = { stage: 'loading' };
  for (const listener of listeners) listener();
  expect(titles()).toEqual([]);
});
