import { expect, test } from 'vitest';
import { createAnonymousLane } from './anonymous-lane.ts';

const clock = { ms: 1_000_000, nowMs: () => clock.ms };
const refused = { ok: false, failure: { code: 'too_many_requests' } };
const done = { ok: true, value: 'done' };
const neverFull = () => false;
const answer = async () => 'done';

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

test('a flood of one address, or of the addresses of one IPv6 block, is refused while others are answered', async () => {
  const lane = createAnonymousLane(clock, neverFull, { burst: 3, perSecond: 1 });
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3']) expect(await lane.run(address, answer)).toEqual(done);
  expect(await lane.run('2001:db8::4', answer)).toEqual(refused);
  expect(await lane.run('2001:db8:1::1', answer)).toEqual(done);
  clock.ms += 1000;
  expect(await lane.run('2001:db8::5', answer)).toEqual(done);
  expect(await lane.run('2001:db8::6', answer)).toEqual(refused);
  // A clock set back by a day gives nothing and takes nothing.
  clock.ms -= 86_400_000;
  expect(await lane.run('2001:db8::6', answer)).toEqual(refused);
  clock.ms += 1000;
  expect(await lane.run('2001:db8::6', answer)).toEqual(done);
});

test('where the way is full nobody else is let in', async () => {
  let isFull = false;
  const lane = createAnonymousLane(clock, () => isFull);
  expect(await lane.run('192.0.2.1', answer)).toEqual(done);
  isFull = true;
  expect(await lane.run('192.0.2.2', answer)).toEqual(refused);
});

test('one address takes a part of the places only, and work that fails gives its place back', async () => {
  const lane = createAnonymousLane(clock, neverFull, { perAddress: 1 });
  const slow = held();
  const first = lane.run('192.0.2.1', slow.work);
  expect(await lane.run('192.0.2.1', answer)).toEqual(refused);
  expect(await lane.run('192.0.2.2', answer)).toEqual(done);
  await expect(lane.run('192.0.2.2', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await lane.run('192.0.2.2', answer)).toEqual(done);
  slow.end();
  await first;
  expect(await lane.run('192.0.2.1', answer)).toEqual(done);
});

test('however many addresses ask, so many are remembered, and none that is being answered is forgotten', async () => {
  const lane = createAnonymousLane(clock, neverFull, { capacity: 2, perAddress: 1 });
  const slow = held();
  const first = lane.run('192.0.2.1', slow.work);
  for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) await lane.run(address, answer);
  expect(await lane.run('192.0.2.1', answer)).toEqual(refused);
  slow.end();
  await first;
});
