import { parse } from 'tldts';
import { lastAnswer, mainChain } from './capture.ts';
import { type Evidence, htmlTypes } from './evidence.ts';
import { joinedHeader } from './header-list.ts';
import type { PageScript } from './read-html.ts';
import { type ResultName, worseOf } from './test-result.ts';

const order: readonly ResultName[] = [
  'sri-implemented-and-all-scripts-loaded-securely',
  'sri-implemented-and-external-scripts-loaded-securely',
  'sri-implemented-but-external-scripts-not-loaded-securely',
  'sri-not-implemented-but-external-scripts-loaded-securely',
  'sri-not-implemented-and-external-scripts-not-loaded-securely',
  'sri-not-implemented-response-not-html',
];

/** Tests whether scripts from elsewhere come by HTTPS and carry their hash. */
export function testSubresourceIntegrity({ capture, page }: Evidence): ResultName {
  const chain = mainChain(capture);
  if (chain === undefined) return 'sri-not-implemented-but-no-scripts-loaded';
  const type = joinedHeader(lastAnswer(chain).headers, 'content-type') ?? '';
  if (!htmlTypes.has(type.split(';')[0] ?? '')) return 'sri-not-implemented-response-not-html';
  if (page.scriptCount === 0) return 'sri-not-implemented-but-no-scripts-loaded';
  const isHttps = capture.https !== undefined;
  let worst: ResultName | undefined;
  let hasForeign = false;
  for (const script of page.scripts) {
    const origin = originOf(script, capture.hostname);
    const hasHash = script.integrity !== '';
    if (origin === 'own') {
      // The bonus counts for scripts of one's own too, unless something was found before.
      const isSecure = isHttps || script.src.startsWith('https://');
      if (hasHash && isSecure && !script.src.startsWith('http://') && worst === undefined) worst = order[0];
      continue;
    }
    hasForeign = true;
    const result = foreignResult(hasHash, script.src.startsWith('https://'));
    if (result !== undefined) worst = worseOf(worst, result, order);
  }
  if (worst !== undefined) return worst;
  return hasForeign
    ? 'sri-implemented-and-external-scripts-loaded-securely'
    : 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin';
}

/** Whether a script comes from the page's own registrable domain. An address without a scheme counts as foreign. */
export function originOf({ src }: PageScript, hostname: string | undefined): 'own' | 'foreign' {
  if (/^\/\/[^/]/.test(src)) return 'foreign';
  if (!/^https?:\/\//.test(src)) return 'own';
  return hostname !== undefined && parse(src).domain === parse(hostname).domain ? 'own' : 'foreign';
}

function foreignResult(hasHash: boolean, isSecure: boolean): ResultName | undefined {
  if (hasHash) return isSecure ? undefined : 'sri-implemented-but-external-scripts-not-loaded-securely';
  return isSecure
    ? 'sri-not-implemented-but-external-scripts-loaded-securely'
    : 'sri-not-implemented-and-external-scripts-not-loaded-securely';
}
