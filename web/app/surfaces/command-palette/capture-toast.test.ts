import { expect, test } from 'vitest';
import { liveTools } from '../../../../tools/live-registry.ts';
import { collections } from '../../domains/collections.ts';
import { captureToast } from './capture-toast.ts';

test('the toast of a new record names it where the collection is in clear, and never where it is sealed', () => {
  for (const of of collections) {
    const text = JSON.stringify(captureToast({ of }, 'the code is 4711'));
    expect([of.name, text.includes('4711')]).toEqual([of.name, !of.sealed]);
    if (of.sealed) expect(text).toContain(`Added to ${of.title}`);
  }
  expect(new Set(collections.map(({ sealed }) => sealed))).toEqual(new Set([true, false]));
});

test('every line that becomes a record says of which declared collection', () => {
  for (const { capture } of Object.values(liveTools)) if (capture !== undefined) expect(collections).toContain(capture.of);
});
