import type { KeyRing } from '@castellan/platform/core/tokens';
import { openKeys, type StoredKeys, watchKeys } from '../keys/key-store.ts';
import type { Start } from './start-steps.ts';
import type { Openings } from './take-openings.ts';

/** The key ring, and who is told when its file has changed. */
export type LiveKeys = { readonly ring: () => KeyRing; readonly onChange: (tell: () => void) => void };

/** The keys as their file has them now, and the owner's own as they were at the start. */
export function followKeys(
  { settings, log, closers }: Start,
  first: StoredKeys,
  openings: Pick<Openings, 'ownKeys' | 'acceptsKeyTokens'>,
): LiveKeys {
  const { keysFile } = settings;
  const { ownKeys, acceptsKeyTokens } = openings;
  // One object for as long as the keys are the same: what was verified with it is remembered beside it.
  const withOwn = ({ ring }: StoredKeys): KeyRing => (ownKeys.length === 0 ? ring : { ...ring, ownKeys, acceptsKeyTokens });
  let ring = withOwn(first);
  let tell: () => void = () => undefined;
  closers.push(
    watchKeys(keysFile, () => {
      openKeys(keysFile).then(
        (fresh) => {
          ring = withOwn(fresh);
          tell();
          log.info('keys read again');
        },
        (error: Error) => log.error('keys not read again', { error }),
      );
    }),
  );
  return {
    ring: () => ring,
    onChange: (listener) => {
      tell = listener;
    },
  };
}
