import { makePainter } from './paint-plates.ts';
import type { SceneOrder, SceneReport } from './scene-messages.ts';
import { type ScenePlayer, startPlayer } from './scene-player.ts';

let player: ScenePlayer | undefined;

addEventListener('message', ({ data }: MessageEvent<SceneOrder>) => {
  if (data.order === 'begin') begin(data);
  else player?.obey(data);
});

function begin(order: Extract<SceneOrder, { order: 'begin' }>): void {
  const painter = makePainter(order.canvas, order.anyRenderer);
  if (painter === undefined) {
    report('over');
    return;
  }
  player = startPlayer({ painter, begin: order, nextFrame: requestAnimationFrame, report });
  order.canvas.addEventListener('webglcontextlost', player.end);
}

function report(what: SceneReport): void {
  postMessage(what);
}
