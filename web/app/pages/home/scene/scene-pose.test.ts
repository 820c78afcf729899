import { expect, test } from 'vitest';
import { leanTowards, morphOf, movePose, restPose, turnTo } from './scene-pose.ts';

test('a plate becomes the next in 900 ms, never going back', () => {
  let pose = turnTo(restPose('cyber'), 'system');
  const shares = Array.from({ length: 10 }, () => {
    const share = morphOf(pose);
    pose = movePose(pose, 100);
    return share;
  });
  expect(shares[0]).toBe(0);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares[9]).toBe(1);
  expect(morphOf(movePose(pose, 5_000))).toBe(1);
  expect([pose.from, pose.to]).toEqual(['cyber', 'system']);
});

test('being told the plate that it already is changes nothing', () => {
  const pose = movePose(turnTo(restPose('cyber'), 'system'), 300);
  expect(turnTo(pose, 'system')).toBe(pose);
});

test('no time, no movement', () => {
  const pose = { ...movePose(turnTo(restPose('cyber'), 'system'), 300), leanWanted: { x: 0.2, y: -0.1 } };
  expect(movePose(pose, 0)).toEqual(pose);
});

test('the same time moves it as far in one frame as in many', () => {
  const start = { ...restPose('application'), leanWanted: { x: 0.2, y: -0.1 } };
  const once = movePose(start, 330);
  const often = Array.from({ length: 10 }).reduce<typeof start>((pose) => movePose(pose, 33), start);
  expect(often.lean.x).toBeCloseTo(once.lean.x, 10);
  expect(often.drift).toBeCloseTo(once.drift, 10);
});

test('the pointer in the middle asks for rest, at an edge for a quarter of a radian', () => {
  expect(leanTowards({ x: 500, y: 400 }, { width: 1000, height: 800 })).toEqual({ x: 0, y: 0 });
  expect(leanTowards({ x: 1000, y: 0 }, { width: 1000, height: 800 })).toEqual({ x: -0.25, y: 0.25 });
});
