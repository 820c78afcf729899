import type { PlateName } from '../../../ui/plate/plate-geometry.ts';
import type { Ink } from './ink.ts';
import type { Lean } from './scene-pose.ts';

/** What the page tells the worker. `begin` comes first, once. */
export type SceneOrder =
  | {
      readonly order: 'begin';
      readonly canvas: OffscreenCanvas;
      readonly sidePixels: number;
      readonly ink: Ink;
      /** Software may draw, and slow frames are forgiven: for tests. */
      readonly anyRenderer: boolean;
    }
  | { readonly order: 'run'; readonly running: boolean }
  | { readonly order: 'show'; readonly plate: PlateName }
  | { readonly order: 'lean'; readonly lean: Lean }
  | { readonly order: 'ink'; readonly ink: Ink }
  | { readonly order: 'resize'; readonly sidePixels: number };

/** What the worker tells the page: the scene may be seen; or it is over (unfit renderer, lost context). */
export type SceneReport = 'live' | 'over';
