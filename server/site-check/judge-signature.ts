import { type MinisignKey, readMinisign, readMinisignKey, verifyMinisign } from '@castellan/release/minisign';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { judgeSignedComment } from '@castellan/release/signed-comment';
import type { AskAsVisitor, NoSiteAnswer } from './ask-site.ts';
import type { FindForVisitor, SignatureState } from './site-report.ts';

/** `handedOut`: the site's own key, which new devices take; null: there is none; undefined: it is not known. */
export type SiteSignature = { readonly state: SignatureState; readonly handedOut: MinisignKey | null | undefined };

/** A release as a site served it. `hash`: its identity. */
type ServedRelease = { readonly bytes: Uint8Array; readonly version: number; readonly hash: string };

/**
 * Asks for the signature and for the site's own key, and judges both.
 * @param key - who must have signed; where none is given, the site's own key is taken, which says only that the two fit together
 */
export async function judgeSiteSignature(
  served: ServedRelease,
  key: MinisignKey | undefined,
  ask: AskAsVisitor,
  find: FindForVisitor,
): Promise<SiteSignature> {
  const signature = await ask(releaseAddresses.signature);
  const answer = await ask(releaseAddresses.key);
  const read = answer.ok ? readMinisignKey(textOf(answer.value.body)) : undefined;
  const own = read?.ok === true ? read.value : undefined;
  const isNone = !answer.ok && answer.failure.code === 'missing';
  if (read?.ok === false) find('key_differs', releaseAddresses.key, 'it is no public key of minisign');
  else if (own !== undefined && key !== undefined && own.text !== key.text) find('key_differs', releaseAddresses.key, own.id);
  if (key !== undefined && isNone) find('key_missing', releaseAddresses.key);
  const isSigned = key !== undefined || read !== undefined;
  const state = signature.ok
    ? judgeSigned(served, textOf(signature.value.body), key ?? own, find)
    : judgeUnsigned(signature.failure.code, isSigned, find);
  return { state: state === 'by_key' && key === undefined ? 'by_own_key' : state, handedOut: own ?? (isNone ? null : undefined) };
}

function judgeUnsigned(code: NoSiteAnswer['code'], isSigned: boolean, find: FindForVisitor): SignatureState {
  if (code === 'no_answer' || code === 'over') return 'not_judged';
  if (code === 'missing' && !isSigned) return 'none';
  find('signature_missing', releaseAddresses.signature, code === 'missing' ? '' : code);
  return 'missing';
}

function judgeSigned(served: ServedRelease, signature: string, by: MinisignKey | undefined, find: FindForVisitor): SignatureState {
  if (by === undefined) return 'not_judged';
  const read = readMinisign(signature);
  if (!read.ok || !verifyMinisign(served.bytes, read.value, by)) {
    const why = !read.ok ? 'it is no signature of minisign' : read.value.keyId === by.id ? '' : `of the key ${read.value.keyId}`;
    find('signature_wrong', releaseAddresses.signature, why);
    return 'wrong';
  }
  const { trustedComment } = read.value;
  if (judgeSignedComment(trustedComment, served) === 'other')
    find('comment_differs', releaseAddresses.signature, trustedComment.slice(0, 200));
  return 'by_key';
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
