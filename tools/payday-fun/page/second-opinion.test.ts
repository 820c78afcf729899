import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needs } from '../../../tests/support/needs.ts';
import { daysOfRule } from './plan/pay-rule.ts';
import { ruleOf } from './plan/rhythm-words.ts';
import { weekdayCodes } from './plan/rule-text.ts';

/** Reads `[rule, start]` pairs and answers with the days of each in five years. */
const program = `
import json, sys
from datetime import datetime
from dateutil.rrule import rrulestr
told = []
for rule, start in json.load(sys.stdin):
    begin = datetime.fromisoformat(start)
    end = begin.replace(year=begin.year + 5, day=1)
    told.append([day.date().isoformat() for day in rrulestr(rule, dtstart=begin).between(begin, end, inc=True)])
print(json.dumps(told))
`;

const rules = fc.oneof(
  fc.integer({ min: 1, max: 31 }).map((day) => ruleOf({ kind: 'month-day', day })),
  fc
    .tuple(fc.integer({ min: 1, max: 27 }), fc.integer({ min: 28, max: 31 }))
    .map(([first, second]) => ruleOf({ kind: 'two-days', first, second })),
  fc
    .tuple(fc.constantFrom(1, 2, 3, 4, -1), fc.constantFrom(...weekdayCodes))
    .map(([nth, weekday]) => ruleOf({ kind: 'weekday', nth, weekday })),
  fc.integer({ min: 1, max: 52 }).map((every) => ruleOf({ kind: 'weeks', every })),
  fc.integer({ min: -28, max: -1 }).map((day) => `FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=${day}`),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([month, day]) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`),
);
const starts = fc
  .date({ min: new Date('1995-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

test('python-dateutil finds the same days of each rule, from its beginning on', (context) => {
  const isThere = spawnSync('python3', ['-c', 'import dateutil']).status === 0;
  needs(context, isThere, 'python3-dateutil is not installed');
  const asked = fc.sample(fc.tuple(rules, starts), 200);
  const { stdout } = spawnSync('python3', ['-c', program], { input: JSON.stringify(asked), encoding: 'utf8' });
  const told: readonly (readonly string[])[] = JSON.parse(stdout);
  for (const [index, [rule, start]] of asked.entries()) {
    const end = `${Number(start.slice(0, 4)) + 5}${start.slice(4, 8)}01`;
    expect([rule, start, daysOfRule(rule, start, start, end)]).toEqual([rule, start, told[index]]);
  }
});
