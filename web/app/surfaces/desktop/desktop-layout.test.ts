import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  closeWindow,
  cycleWindows,
  type DesktopLayout,
  formatLayout,
  maxWindows,
  minimiseWindow,
  minSize,
  openWindow,
  orderOfOpening,
  parseLayout,
  placeByKey,
  placeOf,
  placeWindow,
  raiseWindow,
  rectOf,
  snapAt,
  snaps,
  topWindow,
} from './desktop-layout.ts';

const paths = ['/', '/terminal', '/contact', '/wishlist', '/one-tool', '/other-tool'];
const isKnown = (path: string) => paths.includes(path);

const thousandth = fc.integer({ min: 0, max: 1000 });
const place = fc.oneof(fc.constantFrom(...snaps), fc.record({ x: thousandth, y: thousandth, width: thousandth, height: thousandth }));
const layouts: fc.Arbitrary<DesktopLayout> = fc
  .uniqueArray(fc.constantFrom(...paths))
  .chain((chosen) => fc.tuple(...chosen.map((path) => fc.record({ path: fc.constant(path), place, isMinimised: fc.boolean() }))));
const areas = fc.record({ width: fc.integer({ min: 200, max: 4000 }), height: fc.integer({ min: 150, max: 3000 }) });

test('every layout comes back from its fragment as it was', () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      expect(parseLayout(`#${formatLayout(layout)}`, isKnown)).toEqual(layout);
    }),
  );
});

test('no window is ever off the screen, whatever the layout, the area and the keys pressed', () => {
  const keys = fc.array(
    fc.record({
      key: fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a'),
      shiftKey: fc.boolean(),
      ctrlKey: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(place, areas, areas, keys, (first, area, smaller, pressed) => {
      const moved = pressed.reduce((now, key) => placeByKey(now, key, area) ?? now, first);
      for (const size of [area, smaller]) {
        const rect = rectOf(moved, size);
        expect(rect.x).toBeGreaterThanOrEqual(0);
        expect(rect.y).toBeGreaterThanOrEqual(0);
        expect(rect.x + rect.width).toBeLessThanOrEqual(size.width + 1e-6);
        expect(rect.y + rect.height).toBeLessThanOrEqual(size.height + 1e-6);
        expect(rect.width).toBeGreaterThanOrEqual(Math.min(size.width, minSize.width));
        expect(rect.height).toBeGreaterThanOrEqual(Math.min(size.height, minSize.height));
      }
    }),
  );
});

test('a rectangle that fits is where its place says, to a thousandth of the area', () => {
  fc.assert(
    fc.property(
      place,
      fc.record({ width: fc.integer({ min: 700, max: 4000 }), height: fc.integer({ min: 500, max: 3000 }) }),
      (first, area) => {
        const rect = rectOf(first, area);
        const again = rectOf(placeOf(rect, area), area);
        for (const key of ['x', 'y', 'width', 'height'] as const)
          expect(Math.abs(again[key] - rect[key])).toBeLessThanOrEqual(Math.max(area.width, area.height) / 500);
      },
    ),
  );
});

test.each([
  '',
  '#',
  '#top',
  '#w=/terminal',
  '#w=/terminal@middle',
  '#w=/terminal@1,2,3',
  '#w=/terminal@1,2,3,1001',
  '#w=/terminal@-1,2,3,4',
  '#w=/terminal@1,2,3,4e3',
  '#w=//evil.example/@left',
  '#w=javascript:alert(1)@left',
  '#w=/terminal?a=b@left',
  `#w=${'/terminal@left;'.repeat(maxWindows + 1)}`,
  `#w=${'a'.repeat(3000)}`,
])('%s is no layout', (fragment) => {
  expect(parseLayout(fragment, isKnown)).toBeUndefined();
});

test('windows of pages that are not known, and of one page twice, are left out', () => {
  expect(parseLayout('w=/terminal@left;/secret@right;/terminal@full', isKnown)).toEqual([
    { path: '/terminal', place: 'left', isMinimised: false },
  ]);
  expect(parseLayout('w=', isKnown)).toEqual([]);
});

test('opening a page that has a window brings that one to the top, also where it was minimised', () => {
  const two = openWindow(openWindow([], '/terminal'), '/contact');
  expect(topWindow(two)?.path).toBe('/contact');
  const back = openWindow(minimiseWindow(two, '/terminal'), '/terminal');
  expect(back.map(({ path }) => path)).toEqual(['/contact', '/terminal']);
  expect(topWindow(back)).toMatchObject({ path: '/terminal', isMinimised: false });
});

test('no more windows open than may be', () => {
  const many = Array.from({ length: maxWindows + 3 }, (_, index) => `/tool-${index}`).reduce(openWindow, [] as DesktopLayout);
  expect(many).toHaveLength(maxWindows);
});

test('the focus goes to the next window when the topmost is closed or minimised, and to none when all are', () => {
  const three = ['/', '/terminal', '/contact'].reduce(openWindow, [] as DesktopLayout);
  expect(topWindow(closeWindow(three, '/contact'))?.path).toBe('/terminal');
  expect(topWindow(minimiseWindow(three, '/contact'))?.path).toBe('/terminal');
  expect(topWindow(['/', '/terminal', '/contact'].reduce(minimiseWindow, three))).toBeUndefined();
});

test('cycling visits every window that can be seen, forwards and backwards, and wakes none that is minimised', () => {
  const layout = minimiseWindow(['/', '/terminal', '/contact', '/wishlist'].reduce(openWindow, [] as DesktopLayout), '/');
  const visit = (direction: 1 | -1) => {
    let now = layout;
    return Array.from({ length: 3 }, () => {
      now = cycleWindows(now, direction);
      return topWindow(now)?.path;
    });
  };
  expect(visit(1)).toEqual(['/terminal', '/contact', '/wishlist']);
  expect(visit(-1)).toEqual(['/contact', '/terminal', '/wishlist']);
  expect(raiseWindow(layout, '/none')).toBe(layout);
});

test('dragged to an edge a window fills, halves or quarters the area; elsewhere it stays as it is', () => {
  const area = { width: 1200, height: 800 };
  const at = (x: number, y: number) => snapAt({ x, y }, area);
  expect([at(600, 0), at(0, 400), at(1200, 400), at(600, 400), at(600, 800)]).toEqual(['full', 'left', 'right', undefined, undefined]);
  expect([at(0, 0), at(1199, 3), at(5, 790), at(1190, 790)]).toEqual(['top-left', 'top-right', 'bottom-left', 'bottom-right']);
});

test('a key moves by a step, resizes with Shift and snaps with Ctrl', () => {
  const area = { width: 1000, height: 1000 };
  const free = { x: 100, y: 100, width: 500, height: 500 };
  const press = (key: string, more = {}) => placeByKey(free, { key, shiftKey: false, ctrlKey: false, ...more }, area);
  expect(press('ArrowRight')).toEqual({ ...free, x: 124 });
  expect(press('ArrowDown', { shiftKey: true })).toEqual({ ...free, height: 524 });
  expect(press('ArrowUp', { ctrlKey: true })).toBe('full');
  expect(press('Enter')).toBeUndefined();
  expect(placeWindow([{ path: '/', place: free, isMinimised: false }], '/', 'left')[0]?.place).toBe('left');
});

test('the order of opening outlives whatever is raised or moved; what opens comes last', () => {
  const first = openWindow(openWindow(openWindow([], '/terminal'), '/contact'), '/wishlist');
  const order = orderOfOpening([], first);
  expect(order).toEqual(['/terminal', '/contact', '/wishlist']);
  const moved = placeWindow(raiseWindow(minimiseWindow(first, '/contact'), '/terminal'), '/contact', 'left');
  expect(orderOfOpening(order, moved)).toEqual(order);
  expect(orderOfOpening(order, openWindow(closeWindow(moved, '/contact'), '/cv'))).toEqual(['/terminal', '/wishlist', '/cv']);
});
