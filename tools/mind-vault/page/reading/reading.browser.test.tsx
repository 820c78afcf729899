import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { bySelector, click, counted, eventually, focused, gone, press, says, seen, textOf } from '../../../../web/app/testing/steps.ts';
import type { LinkSource } from '../editor/complete-links.ts';
import { ReadingView } from './reading-view.tsx';

const notes: Readonly<Record<string, string>> = {
  'Rose engine': '# Rose engine\nA lathe.\n\n## Use\nIt turns. ^turns\n\n[[Cam]]',
  Cam: 'See ![[Rose engine#Use]] and ![[Cam]]',
};

const source: LinkSource = {
  ...{ notes: () => [], places: () => undefined, tags: () => [], file: () => undefined, id: 'Own' },
  note: (target) => (notes[target] === undefined ? undefined : { id: target, name: target, path: `${target}.md`, body: notes[target] }),
};

/** A text as it reads; what was followed in it, and what was written. */
async function openReading(text: string) {
  const followed: FollowedLink[] = [];
  const written: string[] = [];
  const element = (
    <main className="p-4">
      <h1>Vault</h1>
      <h2>Note</h2>
      <ReadingView
        text={text}
        place={undefined}
        source={source}
        onFollow={(link) => followed.push(link)}
        onWrite={(one) => written.push(one)}
      />
    </main>
  );
  await openPage('/note', [{ path: '/note', element }]);
  await seen(bySelector('.note-page'));
  return { followed, written };
}

const line = () => page.getByRole('status', { name: 'Where the link leads' });
const question = () => page.getByRole('alertdialog', { name: 'Open this link?' });

test('a note reads as Obsidian shows it, and axe finds nothing on it', async () => {
  const { followed, written } = await openReading(
    [
      '---\ntags: [a]\n---\n# Plan #one\n\nSee [[Rose engine|the engine]], [[Nowhere]] and ==this==. %%not this%%[^1]',
      '> [!warning]- Read this\n> Inside\n> > [!tip]\n> > Nested',
      '| Key | Does |\n|:--|--:|\n| **a** | 1 |\n| b | |',
      '- [ ] open task\n- [x] done task',
      '```ts\nconst a = 1;\n```',
      'Euler: $e^{i\\pi} = -1$\n\n$$\n\\frac{1}{2}\n$$\n\n$\\includegraphics{x}$ $\\fcolorbox{red}{blue}{x}$ $\\nope$',
      '[^1]: A footnote.',
    ].join('\n\n'),
  );
  await seen(page.getByRole('heading', { name: 'Plan #one' }));
  await gone(page.getByText('not this'));
  await says(page.getByRole('table'), 'a1');
  await page.getByRole('checkbox', { name: 'Done: open task' }).click();
  expect(written).toHaveLength(1);
  expect(written[0]).toContain('- [x] open task\n- [x] done task');
  await page.getByText('Read this').click();
  await seen(page.getByText('Nested'));
  await eventually(() => expect(document.querySelectorAll('.code-keyword')).toHaveLength(1));
  await eventually(() => expect(document.querySelectorAll('math')).toHaveLength(3));
  await seen(page.getByText('\\includegraphics{x}'));
  expect(document.querySelectorAll('math [style], math img, math [href], math a')).toHaveLength(0);
  await seen(page.getByText('\\nope'));
  await click('Nowhere (not there yet)');
  await click('#one');
  expect(followed).toEqual([
    { kind: 'note', target: 'Nowhere', subpath: '' },
    { kind: 'tag', tag: 'one' },
  ]);
  await click('Footnote 1', page.getByRole('paragraph'));
  await focused(page.getByRole('listitem').filter({ hasText: 'A footnote.' }));
  await click('Back to the mark of footnote 1');
  expect(await accessibilityFaults('reading')).toEqual([]);
});

test('embeds show notes, headings and blocks; a note inside itself is its name, and links in them start from where they stand', async () => {
  const { followed } = await openReading('![[Rose engine#Use]]\n\n![[Rose engine#^turns]]\n\n![[Cam]]\n\n![[Nowhere]]\n\n![[Cam#Nowhere]]');
  const embeds = page.getByRole('group', { name: 'Rose engine › Use', exact: true });
  await counted(embeds, 2);
  await says(embeds.nth(0), 'It turns.');
  await counted(page.getByRole('group', { name: 'Rose engine › ^turns' }).getByRole('heading'), 0);
  await says(page.getByRole('group', { name: 'Cam', exact: true }).nth(0), 'This note is around itself: it is not shown again.');
  await seen(page.getByText('There is no note of this name yet.'));
  await seen(page.getByText('The note has no such place.'));
  await embeds.nth(0).getByRole('link', { name: 'Cam' }).click();
  expect(followed).toEqual([{ kind: 'note', target: 'Cam', subpath: '', from: 'Rose engine.md' }]);
  expect(await accessibilityFaults('embeds')).toEqual([]);
});

test('a link shows its target while it is pointed at or has the focus, and is asked about before it opens where its words name another host', async () => {
  const { followed } = await openReading('[the bank](https://bank.example/login) [https://bank.example](https://evil.example/steal)');
  await page.getByText('the bank', { exact: true }).hover();
  await says(line(), 'https://bank.example/login');
  await press('{Tab}', '{Tab}');
  await says(line(), 'Leads to evil.example');
  await press('{Enter}');
  await says(question(), 'The text says bank.example. The link leads to evil.example. Open it?');
  expect(followed).toEqual([]);
  await press('{Escape}');
  await gone(question());
  await page.getByRole('heading', { name: 'Note' }).hover();
  await page.getByText('the bank', { exact: true }).click();
  expect(followed).toEqual([{ kind: 'address', address: 'https://bank.example/login', text: 'the bank' }]);
  expect(textOf(question())).toBe('');
});
