/** Reads the one-time secret out of a device link's fragment (`#device=SECRET`, base64url); `undefined` where there is none. */
export function parseDeviceFragment(fragment: string): string | undefined {
  return /^#device=([A-Za-z0-9_-]{1,200})$/.exec(fragment)?.[1];
}
