import type { RequestContext } from '../../core/caller.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { flowLifeMs } from './flows.ts';
import { hashOf, isSameMark } from './marks.ts';

/** The browser that began a sign-in: what the row keeps of it, and the header by which it is known again. */
export type Browser = { readonly hash: Buffer; readonly header: Readonly<Record<string, string>> };

/** The browser of a request, by the cookie that it has from a sign-in under way in another tab, or by a new one. */
export function nameBrowser({ randomBytes }: Pick<PlatformContext, 'randomBytes'>, request: Request, context: RequestContext): Browser {
  const value = readBrowser(request, context) ?? Buffer.from(randomBytes(32)).toString('base64url');
  // Lax: the way back from the provider is a navigation from another site.
  const attributes = `Path=/; Max-Age=${flowLifeMs / 1000}; HttpOnly; SameSite=Lax${context.secure ? '; Secure' : ''}`;
  return { hash: hashOf(value), header: { 'set-cookie': `${nameOf(context)}=${value}; ${attributes}` } };
}

/** Whether a request comes from the browser that a row names. */
export function isSameBrowser(request: Request, context: RequestContext, hash: Uint8Array): boolean {
  const value = readBrowser(request, context);
  return value !== undefined && isSameMark(hashOf(value), hash);
}

/** Over https the prefix keeps other hosts of the domain from planting one (RFC 6265bis §4.1.3). */
function nameOf(context: RequestContext): string {
  return context.secure ? '__Host-castellan-sign-in' : 'castellan-sign-in';
}

function readBrowser(request: Request, context: RequestContext): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const prefix = `${nameOf(context)}=`;
  const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
