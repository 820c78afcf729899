/** Where a window may snap to: the whole area, a half, or a quarter. */
export const snaps = ['full', 'left', 'right', 'top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;

export type Snap = (typeof snaps)[number];

/** A place of a window's own, in thousandths of the area's width and height, so that a layout fits every screen. */
export type FreePlace = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** One window: a page of this site, where it stands, and whether it is minimised. */
export type DesktopWindow = {
  /** The page's path. Each page has one window at most. */
  readonly path: string;
  readonly place: FreePlace | Snap;
  readonly isMinimised: boolean;
};

/** The windows from the lowest to the topmost. */
export type DesktopLayout = readonly DesktopWindow[];

/** Pixels. */
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Size = { readonly width: number; readonly height: number };

export const maxWindows = 12;

/** Smaller than this a page cannot be used; on a smaller area the window is as large as the area. */
export const minSize: Size = { width: 320, height: 220 };

const maxFragmentLength = 2000;
const wholeArea = 1000;

const snapRects: Readonly<Record<Snap, FreePlace>> = {
  full: { x: 0, y: 0, width: 1000, height: 1000 },
  left: { x: 0, y: 0, width: 500, height: 1000 },
  right: { x: 500, y: 0, width: 500, height: 1000 },
  'top-left': { x: 0, y: 0, width: 500, height: 500 },
  'top-right': { x: 500, y: 0, width: 500, height: 500 },
  'bottom-left': { x: 0, y: 500, width: 500, height: 500 },
  'bottom-right': { x: 500, y: 500, width: 500, height: 500 },
};

/** Writes a layout as an address's fragment, without `#`: `w=/terminal@left;/contact@40,60,520,700-`; `-` says minimised. */
export function formatLayout(layout: DesktopLayout): string {
  const windows = layout.map(({ path, place, isMinimised }) => {
    const where = typeof place === 'string' ? place : [place.x, place.y, place.width, place.height].join(',');
    return `${path}@${where}${isMinimised ? '-' : ''}`;
  });
  return `w=${windows.join(';')}`;
}

/**
 * Reads a fragment, with or without `#`, which anybody may have written. `undefined`: it is no layout. Windows of pages that
 * are not known, or of one page twice, are left out.
 */
export function parseLayout(fragment: string, isKnown: (path: string) => boolean): DesktopLayout | undefined {
  const text = fragment.replace(/^#/, '');
  if (text.length > maxFragmentLength || !text.startsWith('w=')) return undefined;
  const parts = text
    .slice(2)
    .split(';')
    .filter((part) => part !== '');
  if (parts.length > maxWindows) return undefined;
  const windows = parts.map(parseWindow);
  if (windows.some((window) => window === undefined)) return undefined;
  return windows
    .filter((window) => window !== undefined)
    .filter(({ path }, index, all) => isKnown(path) && all.findIndex((other) => other.path === path) === index);
}

function parseWindow(text: string): DesktopWindow | undefined {
  const [, path, where, minimised] = /^(\/[a-z0-9-]*)@([a-z0-9,-]*?)(-?)$/.exec(text) ?? [];
  if (path === undefined || where === undefined) return undefined;
  const place = snaps.find((snap) => snap === where) ?? parsePlace(where);
  return place === undefined ? undefined : { path, place, isMinimised: minimised === '-' };
}

function parsePlace(text: string): FreePlace | undefined {
  const numbers = text.split(',').map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : Number.NaN));
  const [x, y, width, height] = numbers;
  if (numbers.length !== 4 || x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return numbers.every((number) => number <= wholeArea) ? { x, y, width, height } : undefined;
}

/** Where a window stands on an area of this size: always whole within it, and never smaller than `minSize` where that fits. */
export function rectOf(place: FreePlace | Snap, area: Size): Rect {
  const { x, y, width, height } = typeof place === 'string' ? snapRects[place] : place;
  return clampRect(
    {
      x: (x * area.width) / wholeArea,
      y: (y * area.height) / wholeArea,
      width: (width * area.width) / wholeArea,
      height: (height * area.height) / wholeArea,
    },
    area,
  );
}

/** The place that a rectangle of pixels has on an area. */
export function placeOf(rect: Rect, area: Size): FreePlace {
  const clamped = clampRect(rect, area);
  const share = (pixels: number, whole: number) => Math.min(wholeArea, Math.round((pixels * wholeArea) / Math.max(1, whole)));
  return {
    x: share(clamped.x, area.width),
    y: share(clamped.y, area.height),
    width: share(clamped.width, area.width),
    height: share(clamped.height, area.height),
  };
}

/** The same rectangle, moved and shrunk so that it lies whole within the area. */
export function clampRect({ x, y, width, height }: Rect, area: Size): Rect {
  const fitted = {
    width: Math.min(area.width, Math.max(minSize.width, width)),
    height: Math.min(area.height, Math.max(minSize.height, height)),
  };
  return { x: clamp(x, area.width - fitted.width), y: clamp(y, area.height - fitted.height), ...fitted };
}

const clamp = (value: number, max: number) => Math.min(Math.max(0, max), Math.max(0, value));

/** How near to an edge of the area the pointer must come for a snap, in pixels. */
const snapZone = 24;

/** The snap that a window dragged to this point gets: the top edge fills, a side halves, a corner quarters. */
export function snapAt(point: { readonly x: number; readonly y: number }, area: Size): Snap | undefined {
  const isLeft = point.x <= snapZone;
  const isRight = point.x >= area.width - snapZone;
  const isTop = point.y <= snapZone;
  const isBottom = point.y >= area.height - snapZone;
  if (isTop && isLeft) return 'top-left';
  if (isTop && isRight) return 'top-right';
  if (isBottom && isLeft) return 'bottom-left';
  if (isBottom && isRight) return 'bottom-right';
  if (isTop) return 'full';
  if (isLeft) return 'left';
  return isRight ? 'right' : undefined;
}

/** Opens a page in a window of its own, or brings the one it has to the top. Full: the layout stays as it is. */
export function openWindow(layout: DesktopLayout, path: string): DesktopLayout {
  const known = layout.find((window) => window.path === path);
  if (known !== undefined) return raiseWindow(layout, path);
  if (layout.length >= maxWindows) return layout;
  // Each one a little further down and to the right, so that the title bars of those beneath can be reached.
  const step = (layout.length % 6) * 40;
  const place: FreePlace = { x: 60 + step, y: 40 + step, width: 560, height: 680 };
  return [...layout, { path, place, isMinimised: false }];
}

/** Brings a window to the top, and back to the screen where it was minimised. */
export function raiseWindow(layout: DesktopLayout, path: string): DesktopLayout {
  const window = layout.find((one) => one.path === path);
  if (window === undefined) return layout;
  return [...layout.filter((one) => one !== window), { ...window, isMinimised: false }];
}

export function closeWindow(layout: DesktopLayout, path: string): DesktopLayout {
  return layout.filter((window) => window.path !== path);
}

/** Minimises a window; it becomes the lowest, so that the next one has the focus. */
export function minimiseWindow(layout: DesktopLayout, path: string): DesktopLayout {
  const window = layout.find((one) => one.path === path);
  if (window === undefined) return layout;
  return [{ ...window, isMinimised: true }, ...layout.filter((one) => one !== window)];
}

/** Puts a window elsewhere, and on top. */
export function placeWindow(layout: DesktopLayout, path: string, place: FreePlace | Snap): DesktopLayout {
  return raiseWindow(layout, path).map((window) => (window.path === path ? { ...window, place } : window));
}

/** The order of opening after a change: windows that were there keep their places, new ones come last, closed ones go. */
export function orderOfOpening(before: readonly string[], layout: DesktopLayout): readonly string[] {
  const open = layout.map(({ path }) => path);
  const known = new Set(before);
  return [...[...known].filter((path) => open.includes(path)), ...open.filter((path) => !known.has(path))];
}

/** The window that has the focus: the topmost that is not minimised. */
export function topWindow(layout: DesktopLayout): DesktopWindow | undefined {
  return layout.findLast(({ isMinimised }) => !isMinimised);
}

/** Brings the lowest window that can be seen to the top; backwards, puts the topmost below the others. */
export function cycleWindows(layout: DesktopLayout, direction: 1 | -1): DesktopLayout {
  const shown = layout.filter(({ isMinimised }) => !isMinimised);
  const [lowest] = shown;
  const topmost = shown.at(-1);
  if (lowest === undefined || topmost === undefined || shown.length < 2) return layout;
  if (direction === 1) return raiseWindow(layout, lowest.path);
  return [topmost, ...layout.filter((window) => window !== topmost)];
}

/** How far an arrow key moves or resizes a window, in pixels. */
const keyStep = 24;

/** What a key on a window's title bar does to where it stands; `undefined`: nothing. Arrows move, with Shift they resize, with Ctrl they snap. */
export function placeByKey(
  place: FreePlace | Snap,
  { key, shiftKey, ctrlKey }: { readonly key: string; readonly shiftKey: boolean; readonly ctrlKey: boolean },
  area: Size,
): FreePlace | Snap | undefined {
  const snapped = { ArrowUp: 'full', ArrowLeft: 'left', ArrowRight: 'right' } as const;
  if (ctrlKey) return snapped[key as keyof typeof snapped];
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;
  const step = steps[key as keyof typeof steps];
  if (step === undefined) return undefined;
  const rect = rectOf(place, area);
  const [right, down] = [step[0] * keyStep, step[1] * keyStep];
  const wanted = shiftKey
    ? { ...rect, width: rect.width + right, height: rect.height + down }
    : { ...rect, x: rect.x + right, y: rect.y + down };
  return placeOf(wanted, area);
}
