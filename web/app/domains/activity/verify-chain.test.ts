import { fail, type Result, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { provideCheckpoint, rememberCheckpoint, verifyCheckpoint } from './chain-checkpoint.ts';
import { type ChainPart, verifyChain } from './verify-chain.ts';

const part = (lastSequence: number, checkedRows: number, rest: Partial<ChainPart> = {}): Result<ChainPart, BackendFailure> =>
  succeed({ complete: false, checkedRows, lastSequence, broken: undefined, ...rest });
const none = async () => ({ kind: 'none' }) as const;

function walk(parts: Result<ChainPart, BackendFailure>[], isStopped?: () => boolean) {
  const asked: number[] = [];
  const told: number[] = [];
  const check = async (from: number) => {
    asked.push(from);
    return parts.shift() ?? fail({ code: 'backend_unreachable' } as const);
  };
  return { asked, told, verdict: verifyChain((rows) => told.push(rows), isStopped, check, none) };
}

test('the chain is walked part by part to its end', async () => {
  const { asked, told, verdict } = walk([part(20_000, 20_000), part(20_005, 5, { complete: true })]);
  expect(await verdict).toEqual(succeed({ checkedRows: 20_005, broken: undefined, checkpoint: { kind: 'none' } }));
  expect([asked, told]).toEqual([
    [1, 20_001],
    [20_000, 20_005],
  ]);
});

test('the walk ends at the first broken row', async () => {
  const broken = { sequence: 7, problem: 'content_changed' } as const;
  const { asked, verdict } = walk([part(6, 6, { broken }), part(9, 3)]);
  expect(await verdict).toMatchObject({ ok: true, value: { checkedRows: 6, broken } });
  expect(asked).toEqual([1]);
});

test('an outage is no verdict', async () => {
  expect(await walk([part(5, 5)]).verdict).toEqual(fail({ code: 'backend_unreachable' }));
});

test('an answer that does not go on ends the walk', async () => {
  expect(await walk([part(0, 0)]).verdict).toEqual(fail({ code: 'answer_unreadable' }));
});

test('a walk that is stopped gives no verdict', async () => {
  expect(await walk([part(5, 5)], () => true).verdict).toEqual(succeed(undefined));
});

test('the verifier of the checkpoint is asked while there is one, and its failure is not the log’s', async () => {
  const hashAt = async () => succeed('00');
  const release = provideCheckpoint(async (lookUp) => {
    const hash = await lookUp(7);
    return hash.ok && hash.value === '00' ? { kind: 'intact', sequence: 7 } : { kind: 'altered', sequence: 7 };
  });
  expect(await verifyCheckpoint(hashAt)).toEqual({ kind: 'intact', sequence: 7 });
  provideCheckpoint(async () => {
    throw new Error('locked up');
  });
  release();
  expect(await verifyCheckpoint(hashAt)).toEqual({ kind: 'unknown' });
  provideCheckpoint(async () => ({ kind: 'locked' }))();
  expect(await verifyCheckpoint(hashAt)).toEqual({ kind: 'none' });
});

test('a remembered checkpoint tells a row that is the same from one that was replaced, is gone, or cannot be asked for', async () => {
  const hash = 'ab'.repeat(32);
  rememberCheckpoint({ sequence: 7, hash: `\\x${hash}` });
  expect(await verifyCheckpoint(async () => succeed(hash))).toEqual({ kind: 'intact', sequence: 7 });
  expect(await verifyCheckpoint(async () => succeed('cd'.repeat(32)))).toEqual({ kind: 'altered', sequence: 7 });
  expect(await verifyCheckpoint(async () => succeed(null))).toEqual({ kind: 'cut', sequence: 7 });
  expect(await verifyCheckpoint(async () => fail({ code: 'backend_unreachable' }))).toEqual({ kind: 'unknown' });
});
