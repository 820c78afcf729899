import { fail, succeed } from '@castellan/foundation/result';
import { expect, test, vi } from 'vitest';
import { takeOutcome } from './sign-in-effects.ts';
import type { TerminalOutcome } from './sign-in-state.ts';
import { createTerminalStore, type TerminalPorts } from './sign-in-store.ts';

const opened = { setupSecret: undefined, nextPath: '/library' };
const live: TerminalOutcome = {
  kind: 'find-session',
  result: succeed({ email: 'ada@varga.example', assurance: 'full', factorId: 'f', passkeyId: undefined }),
};
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function portsAnswering(...outcomes: TerminalOutcome[]) {
  const leave = vi.fn();
  const run: TerminalPorts['run'] = async () => {
    const outcome = outcomes.shift();
    if (outcome === undefined) throw new Error('the chunk did not load');
    return (state) => takeOutcome(state, outcome);
  };
  return { run, leave };
}

test('effects are carried out, their ends come back, and leaving goes where the owner wanted', async () => {
  const store = createTerminalStore();
  const ports = portsAnswering(live, { kind: 'enter', result: succeed(undefined) });
  const heard = vi.fn();
  store.subscribe(heard);
  store.open(opened, ports);
  await settle();
  expect(store.read().step.kind).toBe('resume');
  store.send({ kind: 'typed', text: '' });
  await settle();
  expect(ports.leave).toHaveBeenCalledExactlyOnceWith('/library');
  expect(heard).toHaveBeenCalled();
});

test('an effect whose code does not load ends as a backend out of reach', async () => {
  const store = createTerminalStore();
  store.open(opened, portsAnswering());
  await settle();
  expect(store.read()).toMatchObject({ step: { kind: 'command' }, waiting: false });
  expect(store.read().lines.at(-1)?.text).toContain('does not answer');
});

test('what ends after the terminal was left changes nothing', async () => {
  const store = createTerminalStore();
  const close = store.open(opened, portsAnswering({ kind: 'find-session', result: fail({ code: 'backend_unreachable' }) }));
  close();
  await settle();
  expect(store.read().step.kind).toBe('starting');
});

test('opened again, as by a link pasted into the page, it begins anew, and what the first opening asked for changes nothing', async () => {
  const store = createTerminalStore();
  const closeFirst = store.open(opened, portsAnswering(live));
  store.open({ setupSecret: 'setup-secret', nextPath: undefined }, portsAnswering({ kind: 'find-session', result: succeed(undefined) }));
  closeFirst();
  await settle();
  expect(store.read().step.kind).toBe('setup-email');
});

test('a link that is pasted while recovery codes are shown takes them away from nobody', async () => {
  const store = createTerminalStore();
  const step = { kind: 'recovery-codes', codes: ['AAAA-BBBB'] } as const;
  const run: TerminalPorts['run'] = async () => (state) => ({ state: { ...state, waiting: false, step }, effects: [] });
  const close = store.open(opened, { run, leave: vi.fn() });
  await settle();
  close();
  store.open({ setupSecret: 'pasted', nextPath: undefined }, { run, leave: vi.fn() });
  expect(store.read().step).toEqual(step);
  expect(store.read().lines.at(-1)?.text).toContain('shown this once only');
});
