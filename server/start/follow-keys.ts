import type { KeyRing } from '@castellan/platform/core/tokens';
import { openKeys, type StoredKeys, watchKeys } from '../keys/key-store.ts';
import type { Start } from './start-steps.ts';

/** The key ring, and who is told when its file has changed. */
export type LiveKeys = { readonly ring: () => KeyRing; readonly onChange: (tell: () => void) => void };

/** The keys as their file has them now. */
export function followKeys({ settings, log, closers }: Start, first: StoredKeys): LiveKeys {
  const { keysFile } = settings;
  let keys = first;
  let tell: () => void = () => undefined;
  closers.push(
    watchKeys(keysFile, () => {
      openKeys(keysFile).then(
        (fresh) => {
          keys = fresh;
          tell();
          log.info('keys read again');
        },
        (error: Error) => log.error('keys not read again', { error }),
      );
    }),
  );
  return {
    ring: () => keys.ring,
    onChange: (listener) => {
      tell = listener;
    },
  };
}
