import { isSafePath } from '@castellan/notes/note-path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notes } from '../../../../web/app/domains/notes/note.ts';
import { largestStoredBytes } from '../../../../web/app/domains/vault/files/stored-file.ts';
import type { ToastMessage } from '../../../../web/app/ui/toast/toast-store.ts';
import { attachFiles, freePath } from './attach-files.ts';

const columns = { version: 1, created_at: '2026-11-22T12:00:00Z', updated_at: '2026-11-22T12:00:00Z', deleted_at: null };
const note = notes.schema.parse({ ...columns, id: 'note', title: 'Note', body: '' });

test('files that are too large are refused, with what to do instead and without their names', async () => {
  const said: ToastMessage[] = [];
  const tooLarge = new Uint8Array(largestStoredBytes + 1);
  const attach = (...names: readonly string[]) =>
    attachFiles(
      {
        ...{ note, present: () => ({ notes: [note], files: [] }), isPasted: false, show: (message) => void said.push(message) },
        given: names.map((name) => new File([tooLarge], name)),
        transfers: {
          send: async () => {
            throw new Error('Nothing is sent');
          },
        },
        tell: async () => {
          throw new Error('Nothing is kept');
        },
      },
      () => {
        throw new Error('There is no link');
      },
    );
  await attach('secret.PNG');
  await attach('secret.mp4', 'secret.png');
  expect(said).toEqual([
    {
      title: 'A file is too large',
      description: 'A file in a note may have up to 50.0 MB. Save the picture at a smaller size, or as WebP, and add it again.',
      tone: 'alert',
    },
    {
      title: '2 files are too large',
      description:
        'A file in a note may have up to 50.0 MB. Make them smaller, or keep them elsewhere and write the address into the note.',
      tone: 'alert',
    },
  ]);
});

test('a new file has a path of its own beside its note', () => {
  expect(freePath('', 'plan.pdf', [])).toBe('plan.pdf');
  expect(freePath('a/b', 'plan.pdf', [{ path: 'a/b/Plan.PDF' }, { path: 'a/b/plan 2.pdf' }])).toBe('a/b/plan 3.pdf');
  expect(freePath('', '..\\..\\etc/pass[w]d#.txt', [])).toBe('pass w d.txt');
  expect(freePath('', '.gitignore', [])).toBe('gitignore');
  expect(freePath('', '', [])).toBe('Untitled');
});

test('whatever a file is called, its path is one that a vault may have', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(isSafePath(freePath('folder', name, []))).toBe(true);
    }),
  );
});
