import { createRef, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { notes as collection, type Note } from '../../../web/app/domains/notes/note.ts';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openPage } from '../../../web/app/testing/open-page.tsx';
import { bySelector, eventually, focused, seen } from '../../../web/app/testing/steps.ts';
import { NoteList, type NoteListHandle } from './note-list.tsx';

const now = '2026-11-27T10:00:00.000Z';
const notes: readonly Note[] = Array.from({ length: 5_000 }, (_, at) =>
  collection.schema.parse({
    ...{ id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, version: 1, deleted_at: null, created_at: now, updated_at: now },
    ...{ title: `Note ${at}`, body: '', path: at % 2 === 0 ? `Folder/Note ${at}.md` : null },
  }),
);

test('a list of 5,000 notes draws the rows in sight, keeps its place when a note is opened, and is walked through by keys', async () => {
  const handle = createRef<NoteListHandle>();
  function Page() {
    const [selected, setSelected] = useState<string>();
    return (
      <main>
        <h1>Notes</h1>
        <div className="h-[600px] lg:h-[600px]">
          <NoteList
            {...{ handle, notes, selected, query: '', lineOf: undefined }}
            today="2026-11-27"
            waiting={new Set()}
            onBeside={(id) => setSelected(id)}
          />
        </div>
      </main>
    );
  }
  await openPage('/list', [{ path: '/list', element: <Page /> }]);
  const row = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}\\b`) });
  await seen(row('Note 0'));
  expect(document.querySelectorAll('[data-note]').length).toBeLessThan(60);
  expect(await accessibilityFaults('long list')).toEqual([]);
  const box = bySelector('ul').element().parentElement as HTMLElement;
  box.scrollTop = 80 * 58;
  await seen(row('Note 82'));
  const before = box.scrollTop;
  await row('Note 82').click({ modifiers: ['Control'] });
  await eventually(() => expect(row('Note 82').element().getAttribute('aria-current')).toBe('true'));
  expect(box.scrollTop).toBe(before);
  handle.current?.step(1);
  await focused(row('Note 83'));
  for (let step = 0; step < 20; step += 1) {
    handle.current?.step(1);
    await focused(row(`Note ${84 + step}`));
  }
});
