import { hashOf, type Release } from '@castellan/release/release';
import { workerPolicyName } from '@castellan/release/worker-policy';
import type { AskAsVisitor } from './ask-site.ts';
import { findAddedInPage, findAddedInScript } from './find-added-code.ts';
import { findAddedHeaders, findWeakerHeaders } from './judge-headers.ts';
import { weakenedDirectives } from './judge-policy.ts';
import type { FindForVisitor } from './site-report.ts';

/** What an answer is called that is none, where it is one of a file. */
const notAFile = {
  missing: 'file_missing',
  redirected: 'redirected',
  status: 'wrong_status',
  too_long: 'too_long',
  not_unpacked: 'not_unpacked',
} as const;

/** Asks for one path of a release, and names what is not as this says: bytes, policies, type, and headers that browsers may act on. */
export async function compareFile(path: string, release: Release, origin: string, ask: AskAsVisitor, find: FindForVisitor): Promise<void> {
  const isPage = release.routes.includes(path);
  const answer = await ask(path, isPage);
  if (!answer.ok) {
    const { code, detail } = answer.failure;
    if (code !== 'no_answer' && code !== 'over') find(notAFile[code], path, detail);
    return;
  }
  const { body, headers, policy } = answer.value;
  // A page without a file of its own starts from the shell.
  if (hashOf(body) !== (release.files[path] ?? release.files[release.shell])) {
    find('file_changed', path);
    const text = Buffer.from(body).toString('utf8');
    const known = { ...release, origin };
    const added = isPage ? findAddedInPage(text, known) : path.endsWith('.js') ? findAddedInScript(text, known) : [];
    for (const one of added) find('code_added', path, one);
  }
  const name = isPage ? 'page' : workerPolicyName(path);
  const weaker = name === undefined ? [] : weakenedDirectives(release.policies[name], policy);
  if (weaker.length > 0) find('policy_weaker', path, policy === null ? 'it has none' : weaker.join(', '));
  for (const header of findWeakerHeaders(headers, isPage)) find('policy_weaker', path, header);
  const type = String(headers['content-type'] ?? 'it has none').slice(0, 100);
  if (!isTypeOf(path, isPage, type)) find('type_changed', path, type);
  for (const header of findAddedHeaders(headers)) find('header_added', path, header);
}

/**
 * A page is nothing but HTML in UTF-8, which could mean something else in another encoding; and nothing else is a page, or is run. One type
 * with at most this one parameter: browsers read lists of types and values in quotation marks each in their own way.
 */
function isTypeOf(path: string, isPage: boolean, type: string): boolean {
  const [, essence, , charset] = /^([a-z]+\/[a-z0-9.+-]+)(?:\s*;\s*charset=("?)(utf-8)\2\s*)?$/.exec(type.toLowerCase()) ?? [];
  if (essence === undefined) return false;
  if (isPage) return essence === 'text/html' && charset !== undefined;
  const isScript = essence.endsWith('/javascript');
  if (path.endsWith('.js')) return isScript;
  if (path.endsWith('.css')) return essence === 'text/css';
  return !isScript && !['text/html', 'text/css', 'application/xhtml+xml', 'text/xml', 'application/xml'].includes(essence);
}
