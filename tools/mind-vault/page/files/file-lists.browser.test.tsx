import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Note, notes } from '../../../../web/app/domains/notes/note.ts';
import { type NoteFile, noteFiles } from '../../../../web/app/domains/notes/note-file.ts';
import { linkGraph } from '../../../../web/app/domains/notes/vault-notes.ts';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { click, counted, eventually, focused, press, says, seen, textsOf } from '../../../../web/app/testing/steps.ts';
import { AttachButton } from './attach-button.tsx';
import { FileShelf } from './file-shelf.tsx';
import { NoteFiles } from './note-files.tsx';

const columns = { version: 1, created_at: '2026-11-22T12:00:00Z', updated_at: '2026-11-22T12:00:00Z', deleted_at: null };
const note = (id: string, body: string): Note => notes.schema.parse({ ...columns, id, title: id, body });
const file = (path: string, bytes: number, note_id: string | null = null): NoteFile =>
  noteFiles.schema.parse({ ...columns, id: path, path, bytes, sha256: '', parts: [], note_id });

const plate = file('pictures/plate.png', 48_000);
const plan = file('plan.pdf', 12_000, 'Garden');
const stray = file('stray.bin', 640_000);
const files = [plate, plan, stray];
const garden = note('Garden', 'As drawn: ![[plate.png]]');
const graph = linkGraph([garden], files);

function openLists(waiting: ReadonlySet<string> = new Set()) {
  const listing = { waiting, isAway: false, onSave: vi.fn<(one: NoteFile) => void>(), onRemove: vi.fn<(one: NoteFile) => void>() };
  const element = (
    <main>
      <h1>Files</h1>
      <NoteFiles note={garden} files={files} graph={graph} {...listing} />
      <h2>All</h2>
      <FileShelf files={files} graph={graph} {...listing} />
    </main>
  );
  return openPage('/', [{ path: '/', element }]).then(() => listing);
}

test('beside a note stand the files that its text shows and those that were only added to it; the shelf begins with what is in no note', async () => {
  await openLists();
  const shelf = page.getByRole('list', { name: 'Files' });
  await counted(shelf.getByRole('listitem'), 3);
  await seen(page.getByText('700 kB together; 2 in no note.'));
  expect(textsOf(shelf.getByRole('listitem'))).toEqual([
    'Save plan.pdf12 kB · in no note',
    'Save stray.bin640 kB · in no note',
    'Save plate.png48 kB · pictures',
  ]);
  const margin = page.getByRole('region', { name: 'Files 2' });
  expect(textsOf(margin.getByRole('listitem'))).toEqual(['Save plate.png48 kB', 'Save plan.pdf12 kB · Not in the text']);
  expect(await accessibilityFaults('the lists of files')).toEqual([]);
});

test('by keyboard alone a file is saved and one that is in no note is removed', async () => {
  const { onSave, onRemove } = await openLists();
  const stray = page.getByRole('button', { name: /^Save stray\.bin/ });
  await seen(stray);
  (stray.element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.poll(() => onSave.mock.calls.map(([{ path }]) => path)).toEqual(['stray.bin']);
  await press('{Tab}');
  await focused(page.getByRole('button', { name: 'Delete “stray.bin”' }));
  await press('{Enter}');
  await expect.poll(() => onRemove.mock.calls.map(([{ path }]) => path)).toEqual(['stray.bin']);
});

test('a file that the server does not have yet says that it waits', async () => {
  await openLists(new Set([plate.id]));
  const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await says(rows.filter({ hasText: 'plate.png' }), '48 kB · pictures · waits');
  expect(textsOf(rows).filter((text) => text.includes('waits'))).toHaveLength(1);
});

test('files are chosen by a button, and what is dropped beside the text is meant for the note too', async () => {
  const onChoose = vi.fn<(chosen: readonly File[]) => void>();
  await openPage('/', [{ path: '/', element: <AttachButton onChoose={onChoose} /> }]);
  await seen(page.getByRole('button', { name: 'Add files' }));
  const field = document.querySelector('input');
  const opened = vi.fn();
  field?.addEventListener('click', (event) => {
    event.preventDefault();
    opened();
  });
  await click('Add files');
  await expect.poll(() => opened.mock.calls.length).toBe(1);
  const data = new DataTransfer();
  data.items.add(new File(['words'], 'words.txt'));
  const dropped = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
  await eventually(() => expect(document.body.querySelector('button')).not.toBeNull());
  document.body.dispatchEvent(dropped);
  expect(dropped.defaultPrevented).toBe(true);
  await expect.poll(() => onChoose.mock.calls.map(([chosen]) => chosen[0]?.name)).toEqual(['words.txt']);
});
