import { expect, test } from 'vitest';
import type { Ink } from './ink.ts';
import { startPlayer } from './scene-player.ts';
import type { ScenePose } from './scene-pose.ts';

const day: Ink = { copper: [1, 0, 0], verdigris: [0, 1, 0] };
const night: Ink = { copper: [0.5, 0, 0], verdigris: [0, 0.5, 0] };

/** A player on a painter that writes down what it paints, with frames that come when the test says. */
function makeStage(anyRenderer: boolean) {
  const painted: { readonly pose: ScenePose; readonly ink: Ink }[] = [];
  const reports: string[] = [];
  const waiting: ((timeMs: number) => void)[] = [];
  let timeMs = 1_000;
  let closed = 0;
  const player = startPlayer({
    painter: { resize: () => undefined, paint: (pose, ink) => painted.push({ pose, ink }), close: () => (closed += 1) },
    begin: { order: 'begin', canvas: Object.create(null), sidePixels: 100, ink: day, anyRenderer },
    nextFrame: (onFrame) => waiting.push(onFrame),
    report: (report) => reports.push(report),
  });
  const frames = (count: number, gapMs: number) => {
    for (let frame = 0; frame < count; frame += 1) {
      timeMs += gapMs;
      for (const onFrame of waiting.splice(0)) onFrame(timeMs);
    }
  };
  return { player, painted, reports, waiting, frames, closed: () => closed };
}

test('until the renderer has passed its trial only the picture is painted; then it is live and moves', () => {
  const { player, painted, reports, frames } = makeStage(false);
  player.obey({ order: 'run', running: true });
  frames(12, 1000 / 60);
  expect(reports).toEqual([]);
  expect(new Set(painted.map(({ pose }) => pose.drift))).toEqual(new Set([0]));
  frames(30, 1000 / 60);
  expect(reports).toEqual(['live']);
  expect(painted.at(-1)?.pose.drift).toBeGreaterThan(0);
});

test('a renderer that fails its trial paints no more and gives its memory back', () => {
  const { player, painted, reports, frames, waiting, closed } = makeStage(false);
  player.obey({ order: 'run', running: true });
  frames(6, 50);
  expect(reports).toEqual(['over']);
  expect(closed()).toBe(1);
  const before = painted.length;
  player.obey({ order: 'ink', ink: night });
  player.obey({ order: 'run', running: true });
  frames(6, 16);
  expect(painted).toHaveLength(before);
  expect(waiting).toHaveLength(0);
});

test('a second of 60 Hz, 120 Hz or 30 Hz is painted at most 30 times', () => {
  for (const rate of [60, 120, 30]) {
    const { player, painted, frames } = makeStage(true);
    player.obey({ order: 'run', running: true });
    frames(1, 1000 / rate);
    const before = painted.length;
    frames(rate, 1000 / rate);
    expect(painted.length - before).toBe(30);
  }
});

test('a pause asks for no frame and leaves the pose; play goes on from there, however long it was', () => {
  const { player, painted, frames, waiting } = makeStage(true);
  player.obey({ order: 'run', running: true });
  frames(20, 40);
  player.obey({ order: 'run', running: false });
  frames(1, 40);
  const paused = painted.at(-1)?.pose;
  const count = painted.length;
  frames(10, 1_000_000);
  expect(waiting).toHaveLength(0);
  expect(painted).toHaveLength(count);
  player.obey({ order: 'run', running: true });
  frames(1, 40);
  expect(painted.at(-1)?.pose).toEqual(paused);
  frames(1, 40);
  expect(painted.at(-1)?.pose.drift).toBeGreaterThan(paused?.drift ?? Number.POSITIVE_INFINITY);
});

test('pause and play between two frames ask for one frame, not two', () => {
  const { player, waiting } = makeStage(true);
  for (const running of [true, false, true]) player.obey({ order: 'run', running });
  expect(waiting).toHaveLength(1);
});

test('while it stands a change of theme or size paints the same pose once more', () => {
  const { player, painted, frames } = makeStage(true);
  player.obey({ order: 'run', running: true });
  frames(20, 40);
  player.obey({ order: 'run', running: false });
  frames(1, 40);
  const before = painted.at(-1);
  player.obey({ order: 'ink', ink: night });
  expect(painted.at(-1)).toEqual({ pose: before?.pose, ink: night });
  const count = painted.length;
  player.obey({ order: 'resize', sidePixels: 50 });
  expect(painted).toHaveLength(count + 1);
  expect(painted.at(-1)?.pose).toEqual(before?.pose);
});

test('before anything moved it is put on the plate; afterwards it turns to it', () => {
  const { player, painted, frames } = makeStage(true);
  player.obey({ order: 'show', plate: 'system' });
  expect(painted.at(-1)?.pose).toMatchObject({ from: 'system', to: 'system' });
  player.obey({ order: 'run', running: true });
  frames(2, 40);
  player.obey({ order: 'show', plate: 'cyber' });
  frames(1, 40);
  expect(painted.at(-1)?.pose).toMatchObject({ from: 'system', to: 'cyber', sinceChangeMs: 40 });
});

test('a lost context is reported once', () => {
  const { player, reports, closed } = makeStage(true);
  player.end();
  player.end();
  expect(reports).toEqual(['live', 'over']);
  expect(closed()).toBe(1);
});
