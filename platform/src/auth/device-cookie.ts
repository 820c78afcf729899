import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '../core/caller.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { derivedKey } from './derived-key.ts';

/** A browser that signed in before, to the level its account needs. */
export type KnownDevice = {
  /** 16 random bytes in base64url: the device's own failures count against it, not against the account. */
  readonly deviceId: string;
  /** The account it signed in to. For any other it is a stranger. */
  readonly userId: string;
};

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes' | 'isGuest'>;

/** How long a device is known after its last full sign-in. */
const lifetimeSeconds = 180 * 24 * 60 * 60;

/**
 * The device of a cookie that was signed here and has not run out. Whether it is this account's is the caller's to ask. No device of
 * somebody who is not the owner is known: it would stand before the owner's in every line.
 */
export async function findDevice(tools: Tools, request: Request, context: RequestContext): Promise<KnownDevice | undefined> {
  const value = readCookie(request, cookieName(context));
  const [userId = '', deviceId = '', expiry = '', signature = ''] = value?.split('.') ?? [];
  if (!(Number(expiry) * 1000 > tools.clock.nowMs())) return undefined;
  const expected = Buffer.from(sign(tools, `${userId}.${deviceId}.${expiry}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return (await tools.isGuest?.(userId)) === true ? undefined : { deviceId, userId };
}

/** The same, if it signed in to this very account. */
export async function findKnownDevice(
  tools: Tools,
  request: Request,
  context: RequestContext,
  userId: string,
): Promise<KnownDevice | undefined> {
  const device = await findDevice(tools, request, context);
  return device?.userId === userId ? device : undefined;
}

/** The `Set-Cookie` header that makes the device known, or keeps it known for longer; none for somebody who is not the owner. */
export async function deviceCookie(
  tools: Tools,
  context: RequestContext,
  userId: string,
  known: KnownDevice | undefined,
): Promise<Readonly<Record<string, string>>> {
  if ((await tools.isGuest?.(userId)) === true) return {};
  const deviceId = known?.deviceId ?? Buffer.from(tools.randomBytes(16)).toString('base64url');
  const payload = `${userId}.${deviceId}.${Math.floor(tools.clock.nowMs() / 1000) + lifetimeSeconds}`;
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict${context.secure ? '; Secure' : ''}`;
  return { 'set-cookie': `${cookieName(context)}=${payload}.${sign(tools, payload)}; ${attributes}` };
}

/** Over https the prefix keeps other hosts of the domain, and plain http, from planting one (RFC 6265bis §4.1.3). */
function cookieName(context: RequestContext): string {
  return context.secure ? '__Host-castellan-device' : 'castellan-device';
}

function sign(tools: Tools, payload: string): string {
  return createHmac('sha256', derivedKey(tools.keys(), 'known device')).update(payload).digest('base64url');
}

function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}
