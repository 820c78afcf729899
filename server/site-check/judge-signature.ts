import { type MinisignKey, readMinisign, readMinisignKey, verifyMinisign } from '@castellan/release/minisign';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { judgeSignedComment } from '@castellan/release/signed-comment';
import type { AskAsVisitor } from './ask-site.ts';
import type { FindForVisitor, SignatureState } from './site-report.ts';

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
): Promise<SignatureState> {
  const signature = await ask(releaseAddresses.signature);
  const handedOut = await ask(releaseAddresses.key);
  const own = handedOut.ok ? readMinisignKey(textOf(handedOut.value.body)) : undefined;
  if (own !== undefined && !(own.ok && own.value.text === (key ?? own.value).text))
    find('key_differs', releaseAddresses.key, own.ok ? own.value.id : 'it is no public key of minisign');
  if (key !== undefined && !handedOut.ok && handedOut.failure.code === 'missing') find('key_missing', releaseAddresses.key);

  if (!signature.ok) {
    const { code } = signature.failure;
    if (code === 'no_answer' || code === 'over') return 'not_judged';
    if (code === 'missing' && key === undefined && own === undefined) return 'none';
    find('signature_missing', releaseAddresses.signature, code === 'missing' ? '' : code);
    return 'missing';
  }
  const by = key ?? (own?.ok === true ? own.value : undefined);
  if (by === undefined) return 'not_judged';
  const read = readMinisign(textOf(signature.value.body));
  if (!read.ok || !verifyMinisign(served.bytes, read.value, by)) {
    const why = !read.ok ? 'it is no signature of minisign' : read.value.keyId === by.id ? '' : `of the key ${read.value.keyId}`;
    find('signature_wrong', releaseAddresses.signature, why);
    return 'wrong';
  }
  const { trustedComment } = read.value;
  if (judgeSignedComment(trustedComment, served) === 'other')
    find('comment_differs', releaseAddresses.signature, trustedComment.slice(0, 200));
  return key === undefined ? 'by_own_key' : 'by_key';
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
