import { defineStoredValue } from '../../lib/stored-values.ts';

/** Whether things move as the system wants it, or not at all on this device. */
export type MotionChoice = 'system' | 'still';

/** The choice on this device. The boot script reads the same key before first paint. */
export const storedMotion = defineStoredValue<MotionChoice>({
  key: 'motion',
  medium: 'local',
  parse: (text) => (text === 'system' || text === 'still' ? text : undefined),
  format: (choice) => choice,
  clearedBy: 'nothing',
});

const preference = '(prefers-reduced-motion: reduce)';

/** Whether this visitor wants nothing to move by itself: by the system's word, or by this site's setting. */
export function wantsStillness(): boolean {
  return storedMotion.read() === 'still' || window.matchMedia(preference).matches;
}

/** Calls the listener when either word changes; returns the way to stop. */
export function watchStillness(listener: () => void): () => void {
  const query = window.matchMedia(preference);
  query.addEventListener('change', listener);
  const stopWatching = storedMotion.subscribe(listener);
  return () => {
    query.removeEventListener('change', listener);
    stopWatching();
  };
}

/** Puts the choice on the document, where the styles read it. */
export function applyMotion(choice: MotionChoice, page: Pick<Document, 'documentElement'> = document): void {
  if (choice === 'still') page.documentElement.dataset['motion'] = choice;
  else delete page.documentElement.dataset['motion'];
}
