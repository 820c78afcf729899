import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { click, counted, eventually, focused, focusOn, gone, press, says, seen } from '../../../../web/app/testing/steps.ts';
import type { LinkSource } from '../editor/complete-links.ts';
import { NoteEditor } from '../editor/note-editor.tsx';

const source: LinkSource = {
  ...{ notes: () => [], places: () => undefined, tags: () => [], file: () => undefined, id: 'Own' },
  note: (target) => (target === 'Other' ? { id: 'Other', name: 'Other', path: 'Other.md', body: 'The other note.' } : undefined),
};

/** The editor over a text; what it was changed to last, and what was followed. */
async function open(text: string) {
  const onChange = vi.fn<(text: string) => void>();
  const followed: FollowedLink[] = [];
  const element = (
    <main className="p-4">
      <h1>Vault</h1>
      <h2>Note</h2>
      <NoteEditor
        {...{ text, source, onChange, place: undefined, insertion: undefined }}
        onFollow={(link) => followed.push(link)}
        onFiles={() => undefined}
      />
    </main>
  );
  await openPage('/', [{ path: '/', element }]);
  await seen(page.getByRole('textbox', { name: 'Text of the note' }));
  return { followed, written: () => onChange.mock.lastCall?.[0] };
}

const field = () => page.getByRole('textbox', { name: 'Text of the note' });

test('blocks are drawn as they read while the cursor is elsewhere, and show their text while it is in them', async () => {
  const text = 'Top [[Nowhere]] $x^2$\n\n> [!tip] Try\n> **this**\n\n```js\nconst a = 1;\n```\n\n$$\n\\frac12\n$$\n\n![[Other]]\n\nEnd';
  const { followed, written } = await open(text);
  await says(field(), /✦Try.*this/);
  await seen(page.getByText('The other note.'));
  await eventually(() => expect(document.querySelectorAll('math')).toHaveLength(2));
  await gone(page.getByText('```'));
  await eventually(() => expect(document.querySelector('.note-missing')?.textContent).toContain('Nowhere'));
  expect(await accessibilityFaults('live preview')).toEqual([]);
  await click('Open Other');
  expect(followed).toEqual([{ kind: 'note', target: 'Other', subpath: '' }]);
  focusOn(field());
  await press('{Control>}{Home}{/Control}', '{ArrowDown}', '{ArrowDown}');
  await says(field(), '[!tip] Try');
  await press('{Control>}{End}{/Control}', '!');
  await eventually(() => expect(field().element().textContent).not.toContain('[!tip]'));
  await eventually(() => expect(written()).toBe(`${text}!`));
});

test('a table is written cell by cell with Tab, which makes a row behind the last; nothing else of the note changes', async () => {
  const text = 'Before\n\n| Key | Does |\n|:--|--:|\n| a | 1 |\n\nAfter *text*';
  const { written } = await open(text);
  await click('Write in the cells');
  await focused(page.getByRole('textbox', { name: 'Heading of column 1' }));
  expect(await accessibilityFaults('cell')).toEqual([]);
  await press('{Tab}', '{Tab}');
  await focused(page.getByRole('textbox', { name: 'Key, row 1' }));
  await press('b|c', '{Tab}', '2', '{Tab}');
  await focused(page.getByRole('textbox', { name: 'Key, row 2' }));
  await press('new', '{Escape}');
  await eventually(() => expect(written()).toBe('Before\n\n| Key | Does |\n|:--|--:|\n| b\\|c | 2 |\n|   |   |\n\nAfter *text*'));
  await counted(page.getByRole('row'), 3);
});

test('properties are a form; what is written changes its line alone, and what nobody can read stays', async () => {
  const text = '---\nstatus: Open\ndone: false\ntags:\n  - a\nhow: { x: 1 }\n---\nText';
  const { written } = await open(text);
  await page.getByRole('checkbox', { name: 'done' }).click();
  await eventually(() => expect(written()).toBe(text.replace('done: false', 'done: true')));
  await page.getByRole('textbox', { name: 'status' }).fill('Done: yes');
  await press('{Enter}');
  await eventually(() => expect(written()).toBe(text.replace('done: false', 'done: true').replace('Open', '"Done: yes"')));
  await page.getByRole('textbox', { name: 'tags' }).fill('a, b');
  await press('{Enter}');
  await eventually(() => expect(written()).toContain('tags:\n  - a\n  - b\nhow: { x: 1 }'));
  await page.getByRole('textbox', { name: 'Name of a new property' }).fill('due');
  await press('{Enter}');
  await seen(page.getByRole('textbox', { name: 'due', exact: true }));
  expect(await accessibilityFaults('properties')).toEqual([]);
  await click('Edit as text');
  await says(field(), '---status');
});

test('a note without properties is given its first one above its text, which stays as it is', async () => {
  const { written } = await open('Just *text*');
  await click('Add a property');
  expect(await accessibilityFaults('first property')).toEqual([]);
  await page.getByRole('textbox', { name: 'Name of a new property' }).fill('due: no');
  await click('Add');
  await seen(page.getByText(/^A name is letters/));
  await page.getByRole('textbox', { name: 'Name of a new property' }).fill('status');
  await click('Add');
  await eventually(() => expect(written()).toBe('---\nstatus:\n---\nJust *text*'));
  await seen(page.getByRole('textbox', { name: 'status', exact: true }));
  await gone(page.getByRole('button', { name: 'Add a property' }));
});
