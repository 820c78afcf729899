import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import { ToastContext } from '../../ui/toast/toast-region.tsx';
import { type HeadSlots, HeadSlotsContext } from '../owner-page/head-slots.ts';
import { lockSignal } from './lock-signal.ts';

type SecretRootProps = {
  /** Draws what may hold secrets. What it closes over is kept by the page around it, and so may hold none. */
  readonly draw: () => ReactNode;
};

/**
 * Draws in a React root of its own, which a lock drops before anything else is drawn: components keep their former state beside
 * the present one, and so would keep what was readable. A root that was dropped is made again, over what is there then.
 */
export function SecretRoot({ draw }: SecretRootProps) {
  const host = useRef<HTMLDivElement>(null);
  const [drop, setDrop] = useState(0);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const root = useRef<Root>(undefined);
  const headSlots = use(HeadSlotsContext);
  const slots = useRef<HeadSlots>(headSlots);
  slots.current = headSlots;
  const bridge = useBridge();
  if (failure !== undefined) throw failure.error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lock has another root made.
  useEffect(() => {
    const container = document.createElement('div');
    host.current?.append(container);
    const made = createRoot(container, { onUncaughtError: (error) => setFailure({ error }) });
    root.current = made;
    const dropNow = () => {
      const held = document.activeElement;
      // The field that has the focus is remembered until it loses it. What the root draws into the page's head is dropped with the root.
      const parts = [container, slots.current.state, slots.current.tools];
      if (held instanceof HTMLElement && parts.some((part) => part?.contains(held) === true)) held.blur();
      root.current = undefined;
      made.unmount();
      container.remove();
    };
    const stop = lockSignal.listen(() => {
      stop();
      dropNow();
      // What is shown next is known once the lock is through.
      queueMicrotask(() => setDrop((drops) => drops + 1));
    });
    return () => {
      stop();
      // Another root is being drawn now, within which none can be dropped.
      if (root.current === made) queueMicrotask(dropNow);
    };
  }, [drop]);
  useEffect(() => root.current?.render(bridge(draw)));
  return <div ref={host} />;
}

/** What the page around it gives to everything inside. */
function useBridge(): (draw: () => ReactNode) => ReactNode {
  const toast = use(ToastContext);
  const slots = use(HeadSlotsContext);
  const [dataRouter, dataRouterState, framework] = [use(DataRouterContext), use(DataRouterStateContext), use(FrameworkContext)];
  const [location, navigation, route] = [use(LocationContext), use(NavigationContext), use(RouteContext)];
  return (draw) => (
    <ToastContext value={toast}>
      <FrameworkContext value={framework}>
        <DataRouterContext value={dataRouter}>
          <DataRouterStateContext value={dataRouterState}>
            <NavigationContext value={navigation}>
              <LocationContext value={location}>
                <RouteContext value={route}>
                  <HeadSlotsContext value={slots}>
                    <Drawn draw={draw} />
                  </HeadSlotsContext>
                </RouteContext>
              </LocationContext>
            </NavigationContext>
          </DataRouterStateContext>
        </DataRouterContext>
      </FrameworkContext>
    </ToastContext>
  );
}

function Drawn({ draw }: SecretRootProps) {
  return draw();
}
