import { expect, test } from 'vitest';
import { createFailedSignInRecorder, type FailedSignIns } from './failed-sign-ins.ts';

function setUp() {
  const rows: FailedSignIns[] = [];
  let nowMs = 0;
  const recorder = createFailedSignInRecorder(
    async (row) => {
      rows.push(row);
    },
    { nowMs: () => nowMs },
  );
  const fail = (address: string) => recorder.record({ address, userAgent: 'browser', method: 'password' });
  return { rows, recorder, fail, advance: (ms: number) => (nowMs += ms) };
}

test('the first refusal of an address is written at once', () => {
  const { rows, fail } = setUp();
  fail('203.0.113.9');
  expect(rows).toEqual([{ address: '203.0.113.9', userAgent: 'browser', methods: ['password'], count: 1 }]);
});

test('ten thousand refusals of one address within a minute are two rows', async () => {
  const { rows, fail, recorder, advance } = setUp();
  for (let attempt = 0; attempt < 10_000; attempt += 1) fail('203.0.113.9');
  advance(60_000);
  await recorder.flush();
  expect(rows.map((row) => row.count)).toEqual([1, 9_999]);
});

test('refusals from a thousand addresses within a minute are a few rows, and none is lost', async () => {
  const { rows, fail, recorder, advance } = setUp();
  for (let attempt = 0; attempt < 1_000; attempt += 1) fail(`10.0.${attempt >> 8}.${attempt & 255}`);
  advance(60_000);
  await recorder.flush();
  expect(rows.length).toBe(21);
  expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(1_000);
});

test('a minute that is not over yet is written when the server stops', async () => {
  const { rows, fail, recorder } = setUp();
  fail('203.0.113.9');
  fail('203.0.113.9');
  await recorder.flush();
  expect(rows.length).toBe(1);
  await recorder.flush(true);
  expect(rows.map((row) => row.count)).toEqual([1, 1]);
});

test('refusals of the addresses of one IPv6 block count as those of one address', async () => {
  const { rows, fail, recorder } = setUp();
  for (let host = 1; host <= 500; host += 1) fail(`2001:db8:1:1::${host.toString(16)}`);
  await recorder.flush(true);
  expect(rows.map(({ address, count }) => [address, count])).toEqual([
    ['2001:db8:1:1::1', 1],
    ['2001:db8:1:1::1', 499],
  ]);
});
