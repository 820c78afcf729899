/** Whether a renderer's name, as WebGL tells it, is that of a processor drawing without graphics hardware. */
export function isSoftwareRenderer(name: string): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** How many frames are watched at first, what counts as a slow one in milliseconds, and how many of those are too many. */
const trialFrames = 12;
const slowFrameMs = 34;
const tooManySlowFrames = 4;

/** Frames seen so far, before the scene is shown. */
export type Trial = { readonly frames: number; readonly slow: number };

/** No frame yet. */
export const freshTrial: Trial = { frames: 0, slow: 0 };

/** Counts the milliseconds between two frames. Names lie; a machine that drops 4 of its first 12 frames keeps the picture. */
export function countFrame(trial: Trial, gapMs: number): Trial {
  return { frames: trial.frames + 1, slow: trial.slow + (gapMs > slowFrameMs ? 1 : 0) };
}

/** How a trial stands. */
export function verdictOf(trial: Trial): 'open' | 'fit' | 'unfit' {
  if (trial.slow >= tooManySlowFrames) return 'unfit';
  return trial.frames >= trialFrames ? 'fit' : 'open';
}
