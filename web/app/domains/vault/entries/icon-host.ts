import { isPublicHost } from '@castellan/foundation/public-host';

/** The host of a web address that the world knows, and that a service may be told. */
export function iconHostOf(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined;
  return isPublicHost(parsed.hostname) ? parsed.hostname : undefined;
}
