import { wantsStillness } from '../../../domains/motion/stillness.ts';

/** What is known of a visitor's browser before anything of the scene is fetched. */
export type SceneFacts = {
  readonly reducedMotion: boolean;
  readonly saveData: boolean;
  /** A canvas can be handed to a worker, so that drawing costs the page nothing. */
  readonly canDrawInWorker: boolean;
  /** A program drives this browser (WebDriver): a test, never a visitor. */
  readonly automated: boolean;
  /** The address asks for the scene whatever draws it: `/?scene=force`. */
  readonly asked: boolean;
};

/** Whether the moving engraving may be tried, and on which renderers; `still` keeps the picture. */
export type SceneDecision = 'still' | 'on-graphics-hardware' | 'on-any-renderer';

/**
 * The scene is for those who want motion, do not save data, and (found out in the worker) have graphics hardware. A test
 * may ask for it on software too; in a visitor's browser the asking counts for nothing, so that nobody's link can make a
 * slow machine draw. No asking overrides a visitor's wish for stillness.
 */
export function decideScene(facts: SceneFacts): SceneDecision {
  if (facts.reducedMotion || facts.saveData || !facts.canDrawInWorker) return 'still';
  return facts.automated && facts.asked ? 'on-any-renderer' : 'on-graphics-hardware';
}

/** The facts of the browser that this runs in. */
export function readSceneFacts(): SceneFacts {
  return {
    reducedMotion: wantsStillness(),
    saveData: savesData(navigator),
    canDrawInWorker: 'transferControlToOffscreen' in HTMLCanvasElement.prototype,
    automated: navigator.webdriver,
    asked: new URLSearchParams(window.location.search).get('scene') === 'force',
  };
}

/** Network Information §7.6; not in every browser. */
function savesData(browser: object): boolean {
  const connection = 'connection' in browser ? browser.connection : undefined;
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
}
