import type { Evidence } from './evidence.ts';
import type { ResultName } from './test-result.ts';
import { parseAddress } from './web-address.ts';

/** Tests where a visitor who begins at `http://` is led. */
export function testRedirection({ capture: { http, isPreloaded } }: Evidence): ResultName {
  if (http === undefined) return 'redirection-not-needed-no-http';
  if (!http.isVerified) return 'redirection-invalid-cert';
  const route = http.answers.map(({ url }) => {
    const { protocol = '', hostname = '' } = parseAddress(url) ?? {};
    return { protocol, hostname };
  });
  if (route.every(({ hostname }) => isPreloaded(hostname))) return 'redirection-all-redirects-preloaded';
  const [first, second] = route;
  if (first === undefined || second === undefined) return 'redirection-missing';
  if (route.at(-1)?.protocol !== 'https:') return 'redirection-not-to-https';
  if (second.protocol === 'http:') return 'redirection-not-to-https-on-initial-redirection';
  const leavesHost = first.protocol === 'http:' && second.protocol === 'https:' && first.hostname !== second.hostname;
  return leavesHost ? 'redirection-off-host-from-http' : 'redirection-to-https';
}
