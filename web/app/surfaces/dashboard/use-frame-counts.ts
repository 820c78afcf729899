import { useEffect, useSyncExternalStore } from 'react';
import { whenResting } from '../command-palette/palette-loading.ts';
import { type FrameCounts, frameCounts } from './frame-counts.ts';

const none: FrameCounts = {};

/** The counts that are known. Asked for once the page rests, then kept fresh. */
export function useFrameCounts(): FrameCounts {
  useEffect(() => {
    let stop = () => {};
    const begin = async () => {
      const { watchFrameCounts } = await import('./watch-frame-counts.ts');
      if (!left) stop = watchFrameCounts();
    };
    let left = false;
    // What cannot be fetched now is asked for by the next page.
    const callOff = whenResting(() => void begin().catch(() => undefined));
    return () => {
      left = true;
      callOff();
      stop();
    };
  }, []);
  return useSyncExternalStore(frameCounts.subscribe, frameCounts.get, () => none);
}
