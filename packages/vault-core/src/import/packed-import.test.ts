import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleEntry } from '../export/entry-samples.ts';
import { type ImportedFile, importFormats } from './import-model.ts';
import { packImport, unpackImport } from './packed-import.ts';

const files = fc.record({
  format: fc.constantFrom(...importFormats),
  drafts: fc.array(fc.record({ place: fc.nat(), entry: fc.nat(10_000).map(sampleEntry) }), { maxLength: 8 }),
  rejected: fc.array(fc.record({ place: fc.nat(), reason: fc.constantFrom('empty', 'too_large', 'not_savable') }), { maxLength: 4 }),
  losses: fc.array(fc.record({ place: fc.nat(), title: fc.string(), what: fc.string() }), { maxLength: 4 }),
}) as fc.Arbitrary<ImportedFile>;

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('whatever a file held is the same once it was packed and unpacked', () => {
  fc.assert(
    fc.property(files, (file) => {
      expect(unpackImport(packImport(file) ?? new Uint8Array())).toEqual(file);
    }),
    { numRuns: 60 },
  );
});

test('an entry that the vault cannot save is rejected by its place, and keeps no other from being read', () => {
  const file = { format: 'chrome-csv', rejected: [], losses: [] };
  const [one, other] = [sampleEntry(1), sampleEntry(2)];
  const drafts = [
    { place: 1, entry: one },
    { place: 2, entry: { ...other, secrets: { ...other.secrets, planted: true } } },
    { place: 3, entry: { ...other, details: { ...other.details, title: 'x'.repeat(100_000) } } },
  ];
  expect(unpackImport(bytesOf({ ...file, drafts }))).toEqual({
    ...file,
    drafts: [drafts[0]],
    rejected: [
      { place: 2, reason: 'not_savable' },
      { place: 3, reason: 'too_large' },
    ],
  });
});

test('what is no packed file is none, whatever it is', () => {
  const file = { format: 'chrome-csv', drafts: [], rejected: [], losses: [] };
  for (const wrong of [
    { ...file, format: 'other' },
    { ...file, more: 1 },
    { ...file, losses: [{ place: -1, title: '', what: '' }] },
    7,
    null,
  ])
    expect(unpackImport(bytesOf(wrong))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(unpackImport(bytes)).toBeUndefined();
    }),
  );
});
