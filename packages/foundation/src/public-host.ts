/**
 * Whether a host is a name that the world knows: letters, digits and hyphens in lower case, at least two labels, no address, and
 * none of the names that are local by agreement (RFC 6761, 6762, 7686, 8375, 9476) or by habit. Only such names may be told to
 * a foreign service: how the owner's own machines are called is nobody's business.
 */
export function isPublicHost(host: string): boolean {
  if (host.length > 253 || !/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(host)) return false;
  return !/(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|test|example|invalid|onion|alt)$/.test(
    host,
  );
}
