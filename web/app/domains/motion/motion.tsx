import { createContext, type ReactNode, useCallback, useContext, useMemo, useState, useSyncExternalStore } from 'react';

/** Whether things may move by themselves, and the visitor's own switch for it. */
export type Motion = {
  /** The visitor pressed pause. */
  readonly paused: boolean;
  /** Neither paused nor unwanted by the visitor's system: only then may anything move that nobody touched. */
  readonly running: boolean;
  readonly togglePaused: () => void;
};

const MotionContext = createContext<Motion>({ paused: false, running: false, togglePaused: () => undefined });

/** Keeps the visitor's pause for as long as the page lives, for everything inside it. */
export function MotionProvider({ children }: { readonly children: ReactNode }) {
  const [paused, setPaused] = useState(false);
  const reduced = useSyncExternalStore(watchPreference, readPreference, () => true);
  const togglePaused = useCallback(() => setPaused((before) => !before), []);
  const motion = useMemo(() => ({ paused, running: !paused && !reduced, togglePaused }), [paused, reduced, togglePaused]);
  return <MotionContext value={motion}>{children}</MotionContext>;
}

/** The state of motion for whatever moves by itself. Outside a provider nothing runs. */
export function useMotion(): Motion {
  return useContext(MotionContext);
}

const preference = '(prefers-reduced-motion: reduce)';

function readPreference(): boolean {
  return window.matchMedia(preference).matches;
}

function watchPreference(listener: () => void): () => void {
  const query = window.matchMedia(preference);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
