import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { expect, test } from 'vitest';
import { makeTestCall } from '../../functions/test-call.ts';
import { createPhoneFunction } from './phone-function.ts';
import { createPhoneRevealRecorder, type PhoneReveals } from './phone-reveals.ts';

function setUp() {
  const rows: PhoneReveals[] = [];
  const clock = { ms: 1_000_000, nowMs: () => clock.ms };
  const recorder = createPhoneRevealRecorder(async (row) => void rows.push(row), clock);
  const phone = createPhoneFunction({
    contact: () => ({ fullName: 'Ada Varga', phone: '+36 1 555 0142' }),
    limit: createAttemptWindow(clock, { limit: 5, windowMs: 60_000, capacity: 1000 }),
    recordReveal: recorder.record,
    mismatched: () => undefined,
  });
  const ask = async (address: string) => {
    const request = new Request('http://castellan.test/functions/v1/phone', { method: 'POST', body: '{"name":"Ada Varga"}' });
    const requestContext = { address, secure: false, requestId: 'test' };
    return (await phone.handle(request, makeTestCall({ requestContext }))).status;
  };
  return { rows, clock, recorder, ask };
}

test('six hundred requests from the addresses of one IPv6 block meet one limit and leave two rows', async () => {
  const { rows, clock, recorder, ask } = setUp();
  const answers = [];
  for (let host = 1; host <= 600; host += 1) answers.push(await ask(`2001:db8:1:1::${host.toString(16)}`));
  expect(answers.filter((status) => status === 200)).toHaveLength(5);
  expect(answers.filter((status) => status === 429)).toHaveLength(595);
  clock.ms += 600_000;
  await recorder.flush();
  expect(rows.map(({ address, count }) => [address, count])).toEqual([
    ['2001:db8:1:1::1', 1],
    ['2001:db8:1:1::1', 4],
  ]);
});

test('reveals to six hundred blocks leave a dozen rows, and each was told of before the number left', async () => {
  const { rows, recorder, ask } = setUp();
  for (let block = 1; block <= 600; block += 1) {
    expect(await ask(`2001:db8:1:${block.toString(16)}::1`)).toBe(200);
    expect(rows.length).toBe(Math.min(block, 11));
  }
  await recorder.flush(true);
  expect(rows).toHaveLength(12);
  expect(rows.at(-1)).toMatchObject({ address: 'many', count: 589 });
});

test('where the log takes no row the number stays, and the next request tries again', async () => {
  const rows: PhoneReveals[] = [];
  let isBroken = true;
  const recorder = createPhoneRevealRecorder(
    async (row) => {
      if (isBroken) throw new Error('the log is away');
      rows.push(row);
    },
    { nowMs: () => 0 },
  );
  const request = { address: '192.0.2.1', userAgent: '' };
  await expect(recorder.record(request)).rejects.toThrow('the log is away');
  isBroken = false;
  await recorder.record(request);
  expect(rows).toEqual([{ ...request, count: 1 }]);
});
