import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

const greetingAtTime = (time: string) => greetingAt(new Date(`2025-11-21T${time}:00`).getHours());

test.each([
  ['00:00', 'Good morning'],
  ['11:59', 'Good morning'],
  ['12:00', 'Good afternoon'],
  ['17:59', 'Good afternoon'],
  ['18:00', 'Good evening'],
  ['23:59', 'Good evening'],
])('at %s the greeting is %s', (time, greeting) => {
  expect(greetingAtTime(time)).toBe(greeting);
});
