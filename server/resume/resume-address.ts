import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** How long an address opens the resume, in seconds. */
export const addressLifeSeconds = 120;

/** The one file that a signed address may name; what a browser calls the page while it has no title yet. */
export const resumePath = '/resume/resume.pdf';

/** `resume_forged`: we never gave this address out. `resume_expired`: we did, and its time or its content has passed. */
export type ResumeAddressFailure = { readonly code: 'resume_forged' | 'resume_expired' };

/** The key that signs resume addresses, derived from the installation's secret: the same in every server that shares it. */
export function resumeKey(sessionKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionKey, '', 'castellan resume address v1', 32));
}

/** Path and query under which one version of the resume can be read for two minutes. */
export function signResumeAddress(key: Uint8Array, version: string, nowMs: number): string {
  const expires = String(Math.ceil(nowMs / 1000) + addressLifeSeconds);
  return `${resumePath}?${new URLSearchParams({ version, expires, signature: sign(key, version, expires) })}`;
}

/** Accepts an address that was signed with the key, for this version, and has time left. The comparison takes the same time for any signature. */
export function checkResumeAddress(
  key: Uint8Array,
  version: string,
  query: URLSearchParams,
  nowMs: number,
): Result<void, ResumeAddressFailure> {
  const [asked = '', expires = '', signature = ''] = ['version', 'expires', 'signature'].map((name) => query.get(name) ?? '');
  const given = Buffer.from(signature);
  const wanted = Buffer.from(sign(key, asked, expires));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return fail({ code: 'resume_forged' });
  const hasTime = nowMs < Number(expires) * 1000;
  return hasTime && asked === version ? succeed(undefined) : fail({ code: 'resume_expired' });
}

/** The length goes before the version, so that no other pair of texts gives the same bytes. */
function sign(key: Uint8Array, version: string, expires: string): string {
  return createHmac('sha256', key).update(`${version.length}:${version}${expires}`).digest('base64url');
}
