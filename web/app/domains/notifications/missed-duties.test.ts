import { fail, type Result, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { createMissedDutyTeller } from './missed-duties.ts';

function teller(...answers: readonly Result<number, BackendFailure>[]) {
  const asked: string[] = [];
  const tell = createMissedDutyTeller(async (today) => {
    asked.push(today);
    return answers[asked.length - 1] ?? succeed(0);
  });
  return { tell, asked };
}

test('the question is put once a day, and again when the day has turned', async () => {
  const { tell, asked } = teller();
  await Promise.all([tell('2026-03-28'), tell('2026-03-28')]);
  await tell('2026-03-28');
  await tell('2026-03-29');
  expect(asked).toEqual(['2026-03-28', '2026-03-29']);
});

test('it says when it rang, so that the bell is looked at again', async () => {
  const { tell } = teller(succeed(2), succeed(0));
  expect(await tell('2026-03-28')).toBe(true);
  expect(await tell('2026-03-28')).toBe(false);
  expect(await tell('2026-03-29')).toBe(false);
});

test('a question that nobody heard is put again, a refused one is not', async () => {
  const { tell, asked } = teller(fail({ code: 'backend_unreachable' }), fail({ code: 'refused', reason: '22023', details: [] }));
  for (let looks = 0; looks < 4; looks += 1) await tell('2026-03-28');
  expect(asked).toHaveLength(2);
});

test('an answer that comes after midnight does not take the new day’s question back', async () => {
  let answerLate = (_answer: Result<number, BackendFailure>) => {};
  const asked: string[] = [];
  const tell = createMissedDutyTeller((today) => {
    asked.push(today);
    return today === '2026-03-28' ? new Promise((resolve) => (answerLate = resolve)) : Promise.resolve(succeed(1));
  });
  const old = tell('2026-03-28');
  await tell('2026-03-29');
  answerLate(fail({ code: 'backend_unreachable' }));
  await old;
  await tell('2026-03-29');
  expect(asked).toEqual(['2026-03-28', '2026-03-29']);
});
