import { copyTermMs } from '@castellan/vault-core/offline/device-copy';

/** Until when a copy opens that the server last answered for at `copyAtMs`; both in milliseconds since 1970. */
export function copyEndsAt(copyAtMs: number): number {
  return copyAtMs + copyTermMs;
}
