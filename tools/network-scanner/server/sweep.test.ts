import { expect, test } from 'vitest';
import type { KnockOutcome, OnKnock } from '../../../server/adapters/knock.ts';
import type { Place } from '../../../server/adapters/sockets.ts';
import { portStates } from './port-table.ts';
import { sweepPorts } from './sweep.ts';

/** Answers as `answer` says for the so-and-so-many-th try at a port; `undefined` is silence. */
function fakeSockets(answer: (place: Place, tries: number) => KnockOutcome | undefined) {
  const tries = new Map<string, number>();
  const facts = { open: 0, most: 0 };
  const knock = (place: Place, onEnd: OnKnock) => {
    const key = `${place.address} ${place.port}`;
    const count = (tries.get(key) ?? 0) + 1;
    tries.set(key, count);
    facts.open += 1;
    facts.most = Math.max(facts.most, facts.open);
    let isOver = false;
    const end = () => {
      if (isOver) return false;
      isOver = true;
      facts.open -= 1;
      return true;
    };
    const outcome = answer(place, count);
    if (outcome !== undefined)
      setImmediate(() => {
        if (end()) onEnd(outcome);
      });
    return () => void end();
  };
  return { knock, tries, facts };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('every open port is found once among silent ones, although answers get lost', async () => {
  const ports = range(4000);
  let seed = 1;
  const isLost = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 100 < 4;
  };
  const isOpen = (port: number) => port % 37 === 0;
  const { knock, facts } = fakeSockets(({ port }) =>
    port > 2000 || isLost() ? (isOpen(port) && !isLost() ? 'open' : undefined) : isOpen(port) ? 'open' : 'refused',
  );
  const open: number[] = [];
  const sweep = sweepPorts({
    addresses: ['192.0.2.1'],
    ports,
    scouts: [10, 20, 30],
    sockets: { knock },
    signal: new AbortController().signal,
    onOpen: (_, port) => open.push(port),
  });
  await sweep.ended;
  expect(open.toSorted((one, other) => one - other)).toEqual(ports.filter(isOpen));
  expect(facts.open).toBe(0);
  expect(facts.most).toBeLessThanOrEqual(2048);
  expect(sweep.progress()).toMatchObject({ answered: 4000 });
  expect(sweep.progress().loss).toBeGreaterThan(0.003);
  expect([sweep.stateOf(0, 3998), sweep.reasonOf(0, 3998)]).toEqual([portStates.filtered, 'no-response']);
});

test('what has answered is not asked again; connections to oneself and our own shortage are no answers', async () => {
  const { knock, tries } = fakeSockets(({ port }, count) => {
    if (port === 2) return count < 3 ? 'itself' : 'refused';
    if (port === 3) return count < 4 ? 'exhausted' : 'open';
    if (port === 4) return 'host_unreachable';
    return port === 5 ? 'prohibited' : 'refused';
  });
  const sweep = sweepPorts({
    addresses: ['192.0.2.1'],
    ports: range(6),
    scouts: [],
    sockets: { knock },
    signal: new AbortController().signal,
  });
  await sweep.ended;
  const { open, closed, filtered } = portStates;
  expect(range(6).map((_, index) => sweep.stateOf(0, index))).toEqual([closed, closed, open, filtered, filtered, closed]);
  expect(range(6).map((_, index) => sweep.reasonOf(0, index))).toEqual([
    'conn-refused',
    'conn-refused',
    'syn-ack',
    'host-unreach',
    'admin-prohibited',
    'conn-refused',
  ]);
  expect([...tries.values()]).toEqual([1, 3, 4, 1, 1, 1]);
});

test('a signal closes every socket at once, and what was under way counts as not tried', async () => {
  const { knock, facts } = fakeSockets(() => undefined);
  const cancel = new AbortController();
  const sweep = sweepPorts({
    addresses: ['192.0.2.1', '192.0.2.2'],
    ports: range(500),
    scouts: [],
    sockets: { knock },
    signal: cancel.signal,
  });
  await expect.poll(() => facts.open).toBeGreaterThan(0);
  cancel.abort();
  await sweep.ended;
  expect(facts.open).toBe(0);
  expect(sweep.stateOf(1, 0)).toBe(portStates.untried);
});
