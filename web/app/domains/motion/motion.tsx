import { createContext, type ReactNode, useCallback, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { wantsStillness, watchStillness } from './stillness.ts';

/** Whether things may move by themselves, and the visitor's own switch for it. */
export type Motion = {
  /** The visitor pressed pause. */
  readonly paused: boolean;
  /** Neither paused nor unwanted by the visitor's system or settings: only then may anything move that nobody touched. */
  readonly running: boolean;
  readonly togglePaused: () => void;
};

const MotionContext = createContext<Motion>({ paused: false, running: false, togglePaused: () => undefined });

/** Keeps the visitor's pause for as long as the page lives, for everything inside it. */
export function MotionProvider({ children }: { readonly children: ReactNode }) {
  const [paused, setPaused] = useState(false);
  const reduced = useSyncExternalStore(watchStillness, wantsStillness, () => true);
  const togglePaused = useCallback(() => setPaused((before) => !before), []);
  const motion = useMemo(() => ({ paused, running: !paused && !reduced, togglePaused }), [paused, reduced, togglePaused]);
  return <MotionContext value={motion}>{children}</MotionContext>;
}

/** The state of motion for whatever moves by itself. Outside a provider nothing runs. */
export function useMotion(): Motion {
  return useContext(MotionContext);
}
