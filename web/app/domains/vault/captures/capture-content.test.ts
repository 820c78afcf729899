import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CapturedThing } from '../contract/vault-drafts.ts';
import { contentToSeal, parseCapture, readThing } from './capture-content.ts';
import { captureLimits } from './capture-limits.ts';

const day = fc
  .date({ min: new Date('1970-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
const typed: fc.Arbitrary<CapturedThing> = fc.oneof(
  fc.record({ kind: fc.constant('note' as const), text: line }),
  fc.record({ kind: fc.constant('task' as const), text: line }),
  fc.record({ kind: fc.constant('habit' as const), text: line, day }),
  fc.record({ kind: fc.constant('expense' as const), amount: fc.string({ maxLength: 20 }), text: line, day }),
  fc.record({ kind: fc.constant('health' as const), measure: fc.constantFrom('', 'Weight'), text: line, day, time }),
);
const device = 'Firefox 148 on Windows';
const sealed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('whatever may be captured is read back as it was, and whatever may not is named', () => {
  fc.assert(
    fc.property(typed, (thing) => {
      const read = readThing(thing);
      if (read.ok) expect(parseCapture(sealed(contentToSeal({ thing: read.value, device })), 1)).toEqual({ thing: read.value, device });
      else expect(['empty', 'too_long', 'line_too_long', 'not_a_line']).toContain(read.failure.code);
    }),
  );
});

test('a note that was captured by an older release is read as a note', () => {
  expect(parseCapture({ note: 'Milk', device }, 1)).toEqual({ thing: { kind: 'note', text: 'Milk' }, device });
  expect(contentToSeal({ thing: { kind: 'note', text: 'Milk' }, device })).toEqual({ note: 'Milk', device });
});

test('anything else that was sealed to the key is no capture, and nothing that it adds is read', () => {
  fc.assert(fc.property(fc.anything(), (value) => parseCapture(value, 1) === undefined));
  const thing = { kind: 'expense', amount: '1', text: 'x', day: '2026-11-22' } as const;
  for (const planted of [
    { ...thing, kind: 'transfer' },
    { ...thing, day: '2026-02-30' },
    { ...thing, day: undefined },
    { ...thing, amount: 1 },
    { ...thing, amount: '', text: ' ' },
    { ...thing, text: 'two\nlines' },
    { ...thing, text: 'x'.repeat(captureLimits.line + 1) },
    { kind: 'health', measure: 'Weight', text: '81', day: '2026-11-22', time: '24:00' },
    { kind: 'note', text: 'x'.repeat(captureLimits.characters + 1) },
  ]) {
    expect(parseCapture({ thing: planted, device }, 1)).toBeUndefined();
  }
  expect(parseCapture({ thing: { ...thing, id: 'another', account: 'a' }, device, more: true }, 1)).toEqual({ thing, device });
});
