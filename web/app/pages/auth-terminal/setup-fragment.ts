/** Reads the one-time secret out of a setup link's fragment (`#setup=SECRET`, base64url); `undefined` where there is none. */
export function parseSetupFragment(fragment: string): string | undefined {
  return /^#setup=([A-Za-z0-9_-]{1,200})$/.exec(fragment)?.[1];
}
