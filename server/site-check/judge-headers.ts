import { everyFile } from '@castellan/release/file-headers';
import type { EgressAnswer } from '../adapters/egress.ts';

type Headers = EgressAnswer['headers'];

/**
 * Headers on which no browser acts, those that say how the answer came, and those that are judged for themselves. Whatever else there is may
 * change what a browser does with the right bytes.
 */
const harmless =
  /^(?:accept-ranges|age|cache-control|connection|content-(?:encoding|language|length|security-policy|type)|cross-origin-(?:opener|resource)-policy|date|etag|expires|keep-alive|last-modified|permissions-policy|pragma|referrer-policy|server|server-timing|strict-transport-security|transfer-encoding|vary|via|(?:[a-z]+-)?(?:cache-status|request-id)|cf-[\w-]+|x-(?!dns-prefetch-control$|sourcemap$)[\w-]+)$/;

/** Other protocols of the same host, as content delivery networks name them. */
const sameHost = /^(?:clear|[\w%-]+=":\d{1,5}"(?:;\s*(?:ma|persist)=\d+)*(?:,\s*[\w%-]+=":\d{1,5}"(?:;\s*(?:ma|persist)=\d+)*)*)$/;

/** The headers, with their values, that a release's files do not have and that browsers may act on. */
export function findAddedHeaders(headers: Headers): readonly string[] {
  return Object.entries(headers)
    .filter(([name, value]) => !harmless.test(name) && !(name === 'alt-svc' && sameHost.test(String(value))))
    .map(([name, value]) => `${name.slice(0, 60)}: ${String(value).slice(0, 200)}`);
}

const asStrictReferrers: readonly string[] = ['no-referrer', 'same-origin', 'strict-origin', everyFile['referrer-policy']];

/** The headers of every file that are missing here, or say less: all of them for pages, the type's for everything else. */
export function findWeakerHeaders(headers: Headers, isPage: boolean): readonly string[] {
  const said = (name: keyof typeof everyFile) => String(headers[name] ?? '').toLowerCase();
  const holds: Readonly<Record<keyof typeof everyFile, boolean>> = {
    'cross-origin-opener-policy': said('cross-origin-opener-policy') === everyFile['cross-origin-opener-policy'],
    'permissions-policy': refusesAsMuch(said('permissions-policy')),
    'referrer-policy': asStrictReferrers.includes(said('referrer-policy')),
    'x-content-type-options': said('x-content-type-options') === everyFile['x-content-type-options'],
  };
  const wanted = isPage ? (Object.keys(everyFile) as (keyof typeof everyFile)[]) : (['x-content-type-options'] as const);
  return wanted.filter((name) => !holds[name]);
}

/** Browsers skip the whole header where one part is malformed; of two parts for one feature the last holds. */
function refusesAsMuch(served: string): boolean {
  const parts = served.split(',').map((part) => /^\s*([a-z][a-z-]*)=(\((?:self)?\)|self|\*)\s*$/.exec(part));
  if (!parts.every((part) => part !== null)) return false;
  const allowed = new Map(parts.map(([, feature, list]) => [feature, list]));
  return everyFile['permissions-policy'].split(', ').every((one) => allowed.get(one.split('=')[0]) === '()');
}
