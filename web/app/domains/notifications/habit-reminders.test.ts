import { fail, type Result, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { createReminderTeller } from './habit-reminders.ts';

function teller(...answers: readonly Result<number, BackendFailure>[]) {
  const asked: string[] = [];
  const tell = createReminderTeller(async (today, clock) => {
    asked.push(`${today} ${clock}`);
    return answers[asked.length - 1] ?? succeed(0);
  });
  return { tell, asked };
}

test('the question is put once a minute, by the day and clock of wherever the owner is', async () => {
  const { tell, asked } = teller();
  const at = new Date(2026, 2, 29, 8, 59, 58).getTime();
  for (const laterMs of [0, 1000, 3000, 9000]) await tell(at + laterMs);
  expect(asked).toEqual(['2026-03-29 08:59', '2026-03-29 09:00']);
});

test('it says when it rang, and a question that nobody heard is put again a minute later', async () => {
  const { tell, asked } = teller(fail({ code: 'backend_unreachable' }), succeed(2));
  const at = new Date(2026, 2, 29, 9, 0).getTime();
  expect([await tell(at), await tell(at + 10_000), await tell(at + 60_000)]).toEqual([false, false, true]);
  expect(asked).toHaveLength(2);
});
