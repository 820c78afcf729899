import type { PlateName } from '../../../ui/plate/plate-geometry.ts';
import type { Ink } from './ink.ts';
import type { Painter } from './paint-plates.ts';
import { countFrame, freshTrial, type Trial, verdictOf } from './renderer-fitness.ts';
import type { SceneOrder, SceneReport } from './scene-messages.ts';
import { movePose, restPose, type ScenePose, turnTo } from './scene-pose.ts';

/** At most 30 frames a second; a little under 33.3 ms, so that every second frame of a 60 Hz display is taken. */
const shortestFrameMs = 32;

/** Asks for one call at the next frame with its time in milliseconds, as `requestAnimationFrame` does. */
export type FrameSource = (onFrame: (timeMs: number) => void) => void;

type PlayerOptions = {
  readonly painter: Painter;
  readonly begin: Extract<SceneOrder, { order: 'begin' }>;
  readonly nextFrame: FrameSource;
  readonly report: (report: SceneReport) => void;
};

/** Plays the scene: holds the pose, takes orders, paints when it is time. */
export type ScenePlayer = {
  readonly obey: (order: SceneOrder) => void;
  /** The context is lost or the renderer unfit: nothing is painted any more. */
  readonly end: () => void;
};

/**
 * Starts still. Once it may run it paints the picture's own pose over and over, unseen, until the renderer has proven fit;
 * only then it reports `live` and begins to move. While it stands, a change of size or ink paints one frame.
 */
export function startPlayer({ painter, begin, nextFrame, report }: PlayerOptions): ScenePlayer {
  let pose: ScenePose = restPose('application');
  let ink: Ink = begin.ink;
  let trial: Trial = freshTrial;
  let stage: 'trial' | 'live' | 'over' = begin.anyRenderer ? 'live' : 'trial';
  let running = false;
  let asked = false;
  let lastFrameMs: number | undefined;
  let lastPaintMs: number | undefined;

  const end = () => {
    if (stage === 'over') return;
    stage = 'over';
    painter.close();
    report('over');
  };
  const check = (timeMs: number) => {
    if (lastFrameMs !== undefined) trial = countFrame(trial, timeMs - lastFrameMs);
    const verdict = verdictOf(trial);
    if (verdict === 'unfit') end();
    if (verdict !== 'fit') return;
    stage = 'live';
    report('live');
  };
  const onFrame = (timeMs: number) => {
    asked = false;
    if (!running || stage === 'over') return;
    if (stage === 'trial') check(timeMs);
    lastFrameMs = timeMs;
    const sincePaintMs = lastPaintMs === undefined ? 0 : timeMs - lastPaintMs;
    if (lastPaintMs === undefined || sincePaintMs >= shortestFrameMs) {
      if (stage === 'live') pose = movePose(pose, sincePaintMs);
      lastPaintMs = timeMs;
      painter.paint(pose, ink);
    }
    ask();
  };
  const ask = () => {
    if (asked || !running) return;
    asked = true;
    nextFrame(onFrame);
  };
  const run = (wanted: boolean) => {
    running = wanted;
    // The time that it stood does not count.
    lastFrameMs = undefined;
    lastPaintMs = undefined;
    ask();
  };
  const show = (plate: PlateName) => {
    if (pose.drift > 0) pose = turnTo(pose, plate);
    else {
      // Nothing moved yet: what was never seen has nothing to turn from.
      pose = restPose(plate);
      repaint();
    }
  };
  const repaint = () => {
    if (stage !== 'over') painter.paint(pose, ink);
  };

  painter.resize(begin.sidePixels);
  repaint();
  if (stage === 'live') report('live');
  return {
    end,
    obey: (order) => {
      if (order.order === 'run') run(order.running);
      else if (order.order === 'show') show(order.plate);
      else if (order.order === 'lean') pose = { ...pose, leanWanted: order.lean };
      else if (order.order === 'ink') {
        ink = order.ink;
        repaint();
      } else if (order.order === 'resize') {
        painter.resize(order.sidePixels);
        repaint();
      }
    },
  };
}
