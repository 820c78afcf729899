import { expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { eventually, focusOn, gone, press, seen } from '../../../../web/app/testing/steps.ts';
import type { ShownFile } from './file-embed.ts';
import { type Insertion, NoteEditor } from './note-editor.tsx';

/** One red pixel, as PNG. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const shown = (values: Partial<ShownFile>): ShownFile => ({
  ...{ id: 'a', name: 'pixel.png', size: '70 bytes', picture: 'image/png', save: () => undefined },
  ...{ read: async () => ({ content: pixel }) },
  ...values,
});

/** An editor over a text, with these files. */
async function open(text: string, files: Readonly<Record<string, ShownFile>>, insertion?: Insertion) {
  const onFiles = vi.fn<(files: readonly File[], isPasted: boolean, at: number | undefined) => void>();
  const onChange = vi.fn<(text: string) => void>();
  const source = {
    ...{ notes: () => [], places: () => undefined, tags: () => [], note: () => undefined, id: undefined },
    file: (target: string) => files[target],
  };
  const editor = (
    <NoteEditor
      text={text}
      place={undefined}
      insertion={insertion}
      source={source}
      onChange={onChange}
      onFollow={() => undefined}
      onFiles={onFiles}
    />
  );
  await openPage('/', [{ path: '/', element: editor }]);
  await seen(page.getByRole('textbox', { name: 'Text of the note' }));
  return { onFiles, onChange };
}

test('an embedded picture is shown as itself at the width that its label says, and any other file by name and size', async () => {
  const save = vi.fn();
  await open('![[pixel.png|40]]\n\n![words](other.png)\n\n![[plan.pdf]]\n\n![[nowhere.png]]', {
    'pixel.png': shown({}),
    'other.png': shown({ id: 'b', name: 'other.png' }),
    'plan.pdf': shown({ id: 'c', name: 'plan.pdf', size: '12 kB', picture: undefined, save }),
  });
  const picture = page.getByRole('img', { name: 'pixel.png' });
  await eventually(() => expect((picture.element() as HTMLImageElement).naturalWidth).toBe(1));
  await expect.element(picture).toHaveAttribute('width', '40');
  await seen(page.getByRole('img', { name: 'words' }));
  await seen(page.getByText('12 kB'));
  await page.getByRole('button', { name: 'Save plan.pdf 12 kB', exact: true }).click();
  await expect.poll(() => save.mock.calls.length).toBe(1);
  // What no file is called stays the link that it is.
  await seen(page.getByText('nowhere.png'));
});

test('a picture that cannot be read, or is none, says so in its place', async () => {
  await open('![[away.png]]\n\n![[text.png]]', {
    'away.png': shown({ name: 'away.png', read: async () => ({ fault: 'the vault is locked' }) }),
    'text.png': shown({ id: 'b', name: 'text.png', read: async () => ({ content: btoa('no picture') }) }),
  });
  await seen(page.getByText('cannot be shown: the vault is locked'));
  await seen(page.getByText('cannot be shown: this browser cannot show this picture'));
  await gone(page.getByRole('img'));
});

test('files are taken by paste and by drop, and never as text', async () => {
  const { onFiles } = await open('Some words', {});
  const field = page.getByRole('textbox', { name: 'Text of the note' });
  const data = new DataTransfer();
  data.items.add(new File(['secret words'], 'words.txt'));
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.poll(() => onFiles.mock.calls.map(([files, isPasted]) => [files[0]?.name, isPasted])).toEqual([['words.txt', true]]);
  const dropped = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, clientX: 1, clientY: 1 });
  field.element().dispatchEvent(dropped);
  await expect.poll(() => onFiles.mock.calls.length).toBe(2);
  expect(dropped.defaultPrevented).toBe(true);
  await gone(page.getByText('secret words'));
});

test('links go to the end where nobody has been in the text yet, and stand on a line of their own', async () => {
  const properties = '---\ntags: [x]\n---\n';
  const { onChange } = await open(
    `${properties}Words`,
    { 'plan.pdf': shown({ picture: undefined }) },
    { text: '![[plan.pdf]]', at: undefined },
  );
  await expect.poll(() => onChange.mock.lastCall?.[0]).toBe(`${properties}Words\n![[plan.pdf]]\n`);
  await seen(page.getByText('70 bytes'));
});

test('links go where files were dropped', async () => {
  const { onChange } = await open('One\nTwo', {}, { text: '![[plan.pdf]]', at: 3 });
  await expect.poll(() => onChange.mock.lastCall?.[0]).toBe('One\n![[plan.pdf]]\n\nTwo');
});

/** What a screen reader is given of the note's text, in order: pictures as `[name]`. */
async function readAloud(): Promise<string> {
  // A test runs in a frame of the page that the browser is asked about.
  const { frameTree } = (await cdp().send('Page.getFrameTree')) as { readonly frameTree: FrameTree };
  const { nodes } = (await cdp().send('Accessibility.getFullAXTree', { frameId: frameIdOf(frameTree) })) as {
    readonly nodes: readonly AccessibleNode[];
  };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = ({ ignored, role, name, childIds = [] }: AccessibleNode): string => {
    const inside = () =>
      childIds
        .flatMap((id) => byId.get(id) ?? [])
        .map(read)
        .join('');
    if (ignored) return inside();
    if (role?.value === 'image') return `[${name?.value ?? ''}]`;
    return role?.value === 'StaticText' ? (name?.value ?? '') : inside();
  };
  const field = nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'Text of the note');
  return field === undefined ? '' : read(field).replaceAll(/\s+/g, ' ').trim();
}

type FrameTree = { readonly frame: { readonly id: string; readonly url: string }; readonly childFrames?: readonly FrameTree[] };

function frameIdOf({ frame, childFrames = [] }: FrameTree): string {
  const inner = childFrames.find((child) => child.frame.url === location.href);
  return inner?.frame.id ?? frame.id;
}

type AccessibleNode = {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly childIds?: readonly string[];
};

const field = () => page.getByRole('textbox', { name: 'Text of the note' });

test('a picture is read by its name between the words around it, and as its link while the cursor is in that', async () => {
  await open('Before ![[pixel.png|A red dot]] after\n\n![[pixel.png]]', { 'pixel.png': shown({}) });
  await seen(page.getByRole('img', { name: 'A red dot' }));
  await seen(page.getByRole('img', { name: 'pixel.png' }));
  await expect.poll(readAloud).toBe('Before [A red dot] after[pixel.png]');
  focusOn(field());
  await press('{Control>}{Home}{/Control}', '{ArrowRight>8/}');
  await gone(page.getByRole('img', { name: 'A red dot' }));
  await expect.poll(readAloud).toBe('Before ![[pixel.png|A red dot]] after[pixel.png]');
});

test('arrow keys pass a picture: along its line sign by sign, and over its line in two steps', async () => {
  const line = 'Before ![[pixel.png]] after';
  const { onChange } = await open(`${line}\n![[pixel.png]]\nEnd`, { 'pixel.png': shown({}) });
  await eventually(() => expect(page.getByRole('img', { name: 'pixel.png' }).elements()).toHaveLength(2));
  focusOn(field());
  await press('{Control>}{Home}{/Control}', `{ArrowRight>${line.length - 2}/}`);
  await eventually(() => expect(page.getByRole('img', { name: 'pixel.png' }).elements()).toHaveLength(2));
  await press('{ArrowRight}', '{ArrowRight}', '!');
  await expect.poll(() => onChange.mock.lastCall?.[0]).toBe(`${line}!\n![[pixel.png]]\nEnd`);
  await press('{Home}', '{ArrowDown}', '{ArrowDown}', '> ');
  await expect.poll(() => onChange.mock.lastCall?.[0]).toBe(`${line}!\n![[pixel.png]]\n> End`);
  await eventually(() => expect(page.getByRole('img', { name: 'pixel.png' }).elements()).toHaveLength(2));
});
