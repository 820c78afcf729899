import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { appAt } from './desktop-apps.ts';
import { type DesktopLayout, formatLayout, orderOfOpening, parseLayout } from './desktop-layout.ts';
import { storedLayout, storedOrder } from './stored-desktop.ts';

/** What a first visit sees: the person, the same as a terminal, and how to write. */
export const tour: DesktopLayout = [
  { path: '/contact', place: { x: 615, y: 300, width: 365, height: 670 }, isMinimised: false },
  { path: '/terminal', place: { x: 555, y: 30, width: 400, height: 700 }, isMinimised: false },
  { path: '/', place: { x: 30, y: 60, width: 510, height: 880 }, isMinimised: false },
];

/** On a phone the apps themselves are the beginning: one window there is the whole screen. */
const beginning = (): DesktopLayout => (window.matchMedia('(max-width: 767px)').matches ? [] : tour);

const isKnown = (path: string) => appAt(path) !== undefined;

/** How a change of the windows enters the browser's history: one that opened or closed something can be taken back by Back. */
export type ChangeLayout = (next: DesktopLayout, history: 'push' | 'replace') => void;

/**
 * The windows live in the address's fragment, so that Back, bookmarks and shared links work. Without one they are as they were
 * left here, or the tour. Until the page is live there is none: the server knows no fragment. `isMalformed`: the address describes no desktop; the usual one is shown in its place.
 */
export function useDesktopLayout(isLive: boolean): {
  readonly layout: DesktopLayout;
  /** The windows' paths in the order in which they were opened. */
  readonly order: readonly string[];
  readonly isMalformed: boolean;
  readonly change: ChangeLayout;
} {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const given = useMemo(() => parseLayout(hash, isKnown), [hash]);
  const isMalformed = isLive && given === undefined && hash !== '' && hash !== '#';
  const layout = useMemo(() => (isLive ? (given ?? parseLayout(storedLayout.read() ?? '', isKnown) ?? beginning()) : []), [given, isLive]);
  useEffect(() => {
    if (isLive && !isMalformed) storedLayout.write(formatLayout(layout));
  }, [layout, isLive, isMalformed]);
  const order = useOrderOfOpening(layout, isLive);
  // Where nothing was given the address is told what is shown, so that Back leads to it.
  const isUntold = isLive && (hash === '' || hash === '#');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address without a layout.
  useEffect(() => {
    if (isUntold) void navigate({ hash: formatLayout(layout) }, { replace: true, preventScrollReset: true });
  }, [isUntold]);
  const change: ChangeLayout = (next, history) => {
    if (next !== layout)
      void navigate({ hash: formatLayout(next) }, { replace: history === 'replace', preventScrollReset: true, flushSync: true });
  };
  return { layout, order, isMalformed, change };
}

/** The address says which window is on top; which came first is kept beside it. */
function useOrderOfOpening(layout: DesktopLayout, isLive: boolean): readonly string[] {
  const [kept, setKept] = useState<readonly string[]>();
  const order = useMemo(() => (isLive ? orderOfOpening(kept ?? storedOrder.read() ?? [], layout) : []), [kept, layout, isLive]);
  if (isLive && order.join(';') !== kept?.join(';')) setKept(order);
  useEffect(() => {
    if (isLive) storedOrder.write(order);
  }, [order, isLive]);
  return order;
}
