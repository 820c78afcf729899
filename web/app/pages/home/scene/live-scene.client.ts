import { openWorker } from '../../../lib/workers/open-worker.ts';
import type { PlateName } from '../../../ui/plate/plate-geometry.ts';
import { inkOf } from './ink.ts';
import workerAddress from './scene.worker.ts?worker&url';
import type { SceneOrder, SceneReport } from './scene-messages.ts';
import { leanTowards } from './scene-pose.ts';

/** Finer than this the lines only get dearer, not better. */
const finestPixelRatio = 1.5;

/** The moving engraving on a page. */
export type LiveScene = {
  readonly show: (plate: PlateName) => void;
  readonly run: (running: boolean) => void;
  /** Reads the theme's ink again. */
  readonly recolour: () => void;
  /** Ends the worker and removes the canvas. */
  readonly close: () => void;
};

type SceneOptions = { readonly anyRenderer: boolean; readonly onReport: (report: SceneReport) => void };

/** Puts a canvas into the host and a worker behind it that draws there. It stands still until `run`, and while nobody can see it. */
export function openScene(host: HTMLElement, { anyRenderer, onReport }: SceneOptions): LiveScene | undefined {
  const ink = inkOf(getComputedStyle(host));
  if (ink === undefined) return undefined;
  const worker = openWorker(workerAddress);
  const tell = (order: SceneOrder, moved: Transferable[] = []) => worker.postMessage(order, moved);
  const visible = document.createElement('canvas');
  const canvas = visible.transferControlToOffscreen();
  host.append(visible);
  tell({ order: 'begin', canvas, sidePixels: sideOf(host), ink, anyRenderer }, [canvas]);

  const stop = new AbortController();
  const close = () => {
    stop.abort();
    worker.terminate();
    visible.remove();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<SceneReport>) => {
    if (data === 'over') close();
    onReport(data);
  });
  worker.addEventListener('error', () => {
    close();
    onReport('over');
  });
  followPointer(tell, stop.signal);
  followSize(host, tell, stop.signal);
  return {
    show: (next) => tell({ order: 'show', plate: next }),
    run: whileSeen(host, (running) => tell({ order: 'run', running }), stop.signal),
    recolour: () => {
      const fresh = inkOf(getComputedStyle(host));
      if (fresh !== undefined) tell({ order: 'ink', ink: fresh });
    },
    close,
  };
}

function sideOf(host: HTMLElement): number {
  return Math.max(1, Math.round(host.clientWidth * Math.min(devicePixelRatio, finestPixelRatio)));
}

function followPointer(tell: (order: SceneOrder) => void, signal: AbortSignal): void {
  const onMove = (event: PointerEvent) => {
    tell({ order: 'lean', lean: leanTowards({ x: event.clientX, y: event.clientY }, { width: innerWidth, height: innerHeight }) });
  };
  addEventListener('pointermove', onMove, { passive: true, signal });
}

function followSize(host: HTMLElement, tell: (order: SceneOrder) => void, signal: AbortSignal): void {
  let side = sideOf(host);
  const observer = new ResizeObserver(() => {
    // Setting a canvas's size empties it, so an equal one is not set.
    if (side === sideOf(host)) return;
    side = sideOf(host);
    tell({ order: 'resize', sidePixels: side });
  });
  observer.observe(host);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Passes on whether to run, and says no while the host is off the screen or the page is hidden. */
function whileSeen(host: HTMLElement, tell: (running: boolean) => void, signal: AbortSignal): (wanted: boolean) => void {
  let wanted = false;
  let onScreen = true;
  let told = false;
  const decide = () => {
    const running = wanted && onScreen && !document.hidden;
    if (running !== told) tell(running);
    told = running;
  };
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? onScreen;
    decide();
  });
  observer.observe(host);
  document.addEventListener('visibilitychange', decide, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
  return (next) => {
    wanted = next;
    decide();
  };
}
