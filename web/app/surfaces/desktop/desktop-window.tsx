import { CornersInIcon } from '@castellan/icons/arrows/corners-in';
import { CornersOutIcon } from '@castellan/icons/arrows/corners-out';
import { MinusIcon } from '@castellan/icons/signs/minus';
import { XIcon } from '@castellan/icons/signs/x';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { givesFocus } from '../../lib/is-framed.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';
import type { DesktopApp } from './desktop-apps.ts';
import {
  clampRect,
  type DesktopWindow,
  type FreePlace,
  minSize,
  placeByKey,
  placeOf,
  type Rect,
  rectOf,
  type Size,
  type Snap,
  snapAt,
} from './desktop-layout.ts';
import { WindowFrame } from './window-frame.tsx';

/** What can be done to a window. */
export type WindowActions = {
  readonly raise: (path: string) => void;
  readonly close: (path: string) => void;
  readonly minimise: (path: string) => void;
  readonly place: (path: string, place: FreePlace | Snap) => void;
  /** Shows where a dragged window would snap to. */
  readonly preview: (snap: Snap | undefined) => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
};

type DesktopWindowProps = {
  readonly app: DesktopApp;
  readonly window: DesktopWindow;
  readonly area: Size;
  /** From 0, the lowest. */
  readonly depth: number;
  readonly isTop: boolean;
  /** On a phone a window is the whole screen. */
  readonly isPhone: boolean;
  readonly actions: WindowActions;
};

const edges = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'] as const;

type Edge = (typeof edges)[number];

/** A window: title bar, page, edges to pull. */
export function DesktopWindowView({ app, window, area, depth, isTop, isPhone, actions }: DesktopWindowProps) {
  const { path, title } = app;
  const [dragged, setDragged] = useState<Rect>();
  const handle = useRef<HTMLButtonElement>(null);
  const place = isPhone ? 'full' : window.place;
  const rect = dragged ?? rectOf(place, area);
  const isFull = place === 'full';
  const isShown = !window.isMinimised && (!isPhone || isTop);
  useEffect(() => {
    // What was opened or brought up by a key has the focus. A page that was pressed keeps its own.
    if (isTop && isShown && document.activeElement === document.body) handle.current?.focus({ preventScroll: true });
  }, [isTop, isShown]);
  const drag = usePointerDrag(area, setDragged, actions, path);
  return (
    <section
      aria-label={title}
      data-top={isTop || undefined}
      hidden={!isShown}
      className={classNames('desktop-window', dragged !== undefined && 'desktop-dragged')}
      style={{ transform: `translate(${rect.x}px, ${rect.y}px)`, width: rect.width, height: rect.height, zIndex: depth + 1 }}
      onPointerDownCapture={() => isTop || actions.raise(path)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's way to do what the button in it does by keys. */}
      <header
        className="desktop-title"
        onPointerDown={(event) => isPhone || drag.move(event, rect, typeof place === 'string')}
        onDoubleClick={() => isPhone || actions.place(path, isFull ? defaultPlace : 'full')}
      >
        <button
          ref={handle}
          type="button"
          className="desktop-handle"
          {...givesFocus}
          aria-label={`${title}, window`}
          aria-describedby="desktop-keys"
          onKeyDown={(event) => {
            const next = isPhone ? undefined : placeByKey(window.place, event, area);
            if (next === undefined) return;
            event.preventDefault();
            actions.place(path, next);
          }}
        >
          {title}
        </button>
        <WindowButton label={`Minimise ${title}`} drawing={MinusIcon} onPress={() => actions.minimise(path)} />
        {isPhone ? null : (
          <WindowButton
            label={isFull ? `Restore ${title}` : `Maximise ${title}`}
            drawing={isFull ? CornersInIcon : CornersOutIcon}
            onPress={() => actions.place(path, isFull ? defaultPlace : 'full')}
          />
        )}
        <WindowButton label={`Close ${title}`} drawing={XIcon} onPress={() => actions.close(path)} />
      </header>
      <WindowFrame path={path} title={title} onFocus={() => isTop || actions.raise(path)} onKey={actions.onKey} />
      {isPhone
        ? null
        : edges.map((edge) => (
            <div
              key={edge}
              aria-hidden="true"
              className={`desktop-edge desktop-edge-${edge}`}
              onPointerDown={(event) => drag.resize(event, rect, edge)}
            />
          ))}
    </section>
  );
}

/** The place of a window that is restored from the whole screen. */
const defaultPlace: FreePlace = { x: 150, y: 90, width: 620, height: 760 };

function WindowButton({
  label,
  drawing,
  onPress,
}: {
  readonly label: string;
  readonly drawing: IconDrawing;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="desktop-control"
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={onPress}
    >
      <Icon drawing={drawing} />
    </button>
  );
}

/** Moves and resizes by the pointer, which the window keeps until it is let go: a page beneath takes no part. */
function usePointerDrag(area: Size, setDragged: (rect: Rect | undefined) => void, actions: WindowActions, path: string) {
  const follow = (event: PointerEvent<HTMLElement>, follower: (moved: globalThis.PointerEvent) => Rect, drop: (rect: Rect) => void) => {
    if (event.button !== 0) return;
    const element = event.currentTarget;
    let rect: Rect | undefined;
    element.setPointerCapture(event.pointerId);
    const onMove = (moved: globalThis.PointerEvent) => {
      rect = follower(moved);
      setDragged(rect);
    };
    const onEnd = (ended: globalThis.PointerEvent) => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onEnd);
      element.removeEventListener('pointercancel', onEnd);
      setDragged(undefined);
      actions.preview(undefined);
      if (rect !== undefined && ended.type === 'pointerup') drop(rect);
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onEnd);
    element.addEventListener('pointercancel', onEnd);
  };
  return {
    move: (event: PointerEvent<HTMLElement>, rect: Rect, isSnapped: boolean) => {
      const [startX, startY] = [event.clientX, event.clientY];
      const origin = event.currentTarget.closest('.desktop-area')?.getBoundingClientRect();
      const [left, top] = [origin?.left ?? 0, origin?.top ?? 0];
      // A window that is pulled off its snap gets a size of its own, and stays under the pointer.
      const free = isSnapped ? rectOf(defaultPlace, area) : rect;
      const grip = isSnapped ? { x: startX - left - free.width / 2, y: rect.y } : rect;
      let snap: Snap | undefined;
      follow(
        event,
        (moved) => {
          snap = snapAt({ x: moved.clientX - left, y: moved.clientY - top }, area);
          actions.preview(snap);
          const wanted = { ...free, x: grip.x + moved.clientX - startX, y: grip.y + moved.clientY - startY };
          return clampRect(wanted, area);
        },
        (last) => actions.place(path, snap ?? placeOf(last, area)),
      );
    },
    resize: (event: PointerEvent<HTMLElement>, rect: Rect, edge: Edge) => {
      const [startX, startY] = [event.clientX, event.clientY];
      follow(
        event,
        (moved) => clampRect(pulled(rect, edge, moved.clientX - startX, moved.clientY - startY), area),
        (last) => actions.place(path, placeOf(last, area)),
      );
    },
  };
}

/** A rectangle whose edge or corner was pulled by so many pixels; the opposite one stays. */
function pulled({ x, y, width, height }: Rect, edge: Edge, right: number, down: number): Rect {
  const byLeft = edge.includes('w') ? Math.min(right, width - minSize.width) : 0;
  const byTop = edge.includes('n') ? Math.min(down, height - minSize.height) : 0;
  return {
    x: x + byLeft,
    y: y + byTop,
    width: Math.max(minSize.width, width - byLeft + (edge.includes('e') ? right : 0)),
    height: Math.max(minSize.height, height - byTop + (edge.includes('s') ? down : 0)),
  };
}
