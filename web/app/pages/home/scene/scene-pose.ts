import type { PlateName } from '../../../ui/plate/plate-geometry.ts';

/** Milliseconds that one plate takes to become the next: the app's plate duration. */
export const morphMs = 900;

/** Milliseconds in which the plate follows the pointer by about two thirds of the way. */
const followMs = 400;

/** Drift goes round once in this many radians: line phases, their slow turn and the ink then all stand as at the start. */
const driftRound = 40 * Math.PI;

/** How far the plate leans from its rest, in radians about either axis. */
export type Lean = { readonly x: number; readonly y: number };

/** All that changes from frame to frame. It moves with elapsed time alone, so that a pause leaves it exactly where it is. */
export type ScenePose = {
  readonly from: PlateName;
  readonly to: PlateName;
  /** Time since the change from one plate to the other began, up to `morphMs`. */
  readonly sinceChangeMs: number;
  /** How far the lines have run along their bands, in radians. */
  readonly drift: number;
  readonly lean: Lean;
  /** Where the pointer asks it to lean. */
  readonly leanWanted: Lean;
};

/** The pose in which the scene draws what the still picture of that plate shows. */
export function restPose(plate: PlateName): ScenePose {
  return { from: plate, to: plate, sinceChangeMs: morphMs, drift: 0, lean: { x: 0, y: 0 }, leanWanted: { x: 0, y: 0 } };
}

/** Begins the change to another plate; the one that it is already or becomes is no change. */
export function turnTo(pose: ScenePose, plate: PlateName): ScenePose {
  return plate === pose.to ? pose : { ...pose, from: pose.to, to: plate, sinceChangeMs: 0 };
}

/** The pose so many milliseconds later. */
export function movePose(pose: ScenePose, elapsedMs: number): ScenePose {
  const follow = 1 - Math.exp(-elapsedMs / followMs);
  return {
    ...pose,
    sinceChangeMs: Math.min(pose.sinceChangeMs + elapsedMs, morphMs),
    drift: (pose.drift + elapsedMs / 4_000) % driftRound,
    lean: {
      x: pose.lean.x + (pose.leanWanted.x - pose.lean.x) * follow,
      y: pose.lean.y + (pose.leanWanted.y - pose.lean.y) * follow,
    },
  };
}

/** How much of the new plate is in the drawing, 0 to 1, slow at both ends. */
export function morphOf(pose: ScenePose): number {
  const share = pose.sinceChangeMs / morphMs;
  return share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2;
}

/** The lean that a pointer at this place of the window asks for; from edge to edge half a radian. */
export function leanTowards(
  pointer: { readonly x: number; readonly y: number },
  window: { readonly width: number; readonly height: number },
): Lean {
  return { x: (pointer.y / window.height - 0.5) * 0.5, y: (pointer.x / window.width - 0.5) * 0.5 };
}
