import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { applyDensity } from './density.ts';
import { applyTheme, oppositeOf, themeColours, themeFor, themeOf } from './theme.ts';
import { themeBoot } from './theme-boot.ts';

/** As much of a browser as the boot script touches. */
function browserWith(kept: string | null | 'blocked', more: Readonly<Record<string, string>> = {}, systemIsLight = false) {
  const classes = new Set(['dark']);
  const metas: { name: string; content: string }[] = [];
  const clicks: ((event: unknown) => void)[] = [];
  const storage = new Map([...(kept === null || kept === 'blocked' ? [] : [['theme', kept] as const]), ...Object.entries(more)]);
  const refuse = () => {
    throw new Error('blocked');
  };
  const dataset: Record<string, string> = {};
  const documentElement = {
    dataset,
    classList: {
      add: (name: string) => classes.add(name),
      remove: (...names: string[]) => {
        for (const name of names) classes.delete(name);
      },
      contains: (name: string) => classes.has(name),
    },
  };
  const context = {
    self: 'this window',
    top: 'this window',
    document: {
      documentElement,
      createElement: () => ({ name: '', content: '' }),
      head: { append: (meta: { name: string; content: string }) => metas.push(meta) },
    },
    localStorage:
      kept === 'blocked'
        ? { getItem: refuse, setItem: refuse }
        : { getItem: (key: string) => storage.get(key) ?? null, setItem: (key: string, value: string) => storage.set(key, value) },
    matchMedia: (query: string) => ({ matches: query === '(prefers-color-scheme: light)' && systemIsLight }),
    addEventListener: (_: string, listener: (event: unknown) => void) => clicks.push(listener),
  };
  runInNewContext(themeBoot, context);
  const click = (event: { readonly onToggle: boolean; readonly handled: boolean }) => {
    const button = { ariaPressed: 'false' };
    for (const listener of clicks) {
      listener({ defaultPrevented: event.handled, target: { closest: () => (event.onToggle ? button : null) } });
    }
    return button;
  };
  return { dataset, classes: () => [...classes], themeColour: () => metas.map((meta) => `${meta.name} ${meta.content}`), storage, click };
}

test('the boot script wears the kept theme, and the dark one where none, a foreign or no readable value is kept', () => {
  expect(browserWith('light').classes()).toEqual(['light']);
  for (const kept of ['dark', null, 'blocked', 'system', '"light"', 'dark x<script>']) {
    expect(browserWith(kept).classes()).toEqual(['dark']);
  }
});

test('the boot script follows the system where that was chosen, and only then', () => {
  expect(browserWith('system', {}, true).classes()).toEqual(['light']);
  expect(browserWith('system', {}, true).themeColour()).toEqual([`theme-color ${themeColours.light}`]);
  expect(browserWith('dark', {}, true).classes()).toEqual(['dark']);
  expect(browserWith(null, {}, true).classes()).toEqual(['dark']);
});

test('the boot script puts kept density and stillness on the document, and nothing for a foreign value', () => {
  expect(browserWith(null, { density: 'compact', motion: 'still' }).dataset).toEqual({ density: 'compact', motion: 'still' });
  expect(browserWith(null, { density: 'comfortable', motion: 'system' }).dataset).toEqual({});
  expect(browserWith(null, { density: 'tiny"', motion: '1' }).dataset).toEqual({});
  expect(browserWith('blocked').dataset).toEqual({});
});

test('a choice comes to one of the two looks, and dark where nobody chose', () => {
  expect([themeFor('system', true), themeFor('system', false), themeFor('light', false), themeFor(undefined, true)]).toEqual([
    'light',
    'dark',
    'light',
    'dark',
  ]);
});

test('a document says that it is compact, and nothing where it is not', () => {
  const dataset: Record<string, string> = {};
  const page = { documentElement: { dataset } } as unknown as Document;
  applyDensity('compact', page);
  expect(dataset).toEqual({ density: 'compact' });
  applyDensity('comfortable', page);
  expect(dataset).toEqual({});
});

test('the boot script names the bar colour that the theme declares', () => {
  expect(browserWith('light').themeColour()).toEqual([`theme-color ${themeColours.light}`]);
  expect(browserWith('dark').themeColour()).toEqual([`theme-color ${themeColours.dark}`]);
});

test('before the page takes over, the theme button toggles and the choice is kept', () => {
  const browser = browserWith(null);
  expect(browser.click({ onToggle: true, handled: false }).ariaPressed).toBe(true);
  expect([browser.classes(), browser.storage.get('theme')]).toEqual([['light'], 'light']);
  browser.click({ onToggle: true, handled: false });
  expect([browser.classes(), browser.storage.get('theme')]).toEqual([['dark'], 'dark']);
});

test('a click that the page handled, or that is elsewhere, changes nothing', () => {
  const browser = browserWith(null);
  browser.click({ onToggle: true, handled: true });
  browser.click({ onToggle: false, handled: false });
  expect([browser.classes(), browser.storage.size]).toEqual([['dark'], 0]);
});

test('a storage that refuses does not stop the button', () => {
  const browser = browserWith('blocked');
  browser.click({ onToggle: true, handled: false });
  expect(browser.classes()).toEqual(['light']);
});

test('the boot script holds nothing that could end its own element', () => {
  expect(themeBoot).not.toMatch(/<|\beval\b|innerHTML/);
});

test('a document wears exactly one theme, and its bar colour follows', () => {
  const classes = new Set(['dark', 'is-resizing']);
  const attributes = new Map<string, string>();
  const page = {
    documentElement: {
      classList: {
        add: (name: string) => classes.add(name),
        remove: (name: string) => classes.delete(name),
        contains: (name: string) => classes.has(name),
      },
    },
    querySelector: () => ({ setAttribute: (name: string, value: string) => attributes.set(name, value) }),
  } as unknown as Document;
  applyTheme('light', page);
  expect([...classes]).toEqual(['is-resizing', 'light']);
  expect(attributes.get('content')).toBe(themeColours.light);
  expect(themeOf(page)).toBe('light');
  applyTheme(oppositeOf('light'), page);
  expect(themeOf(page)).toBe('dark');
});
