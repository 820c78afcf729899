/**
 * What one site can see of how this browser keeps embedded sites apart.
 *
 * `cookies`: the browser keeps a cookie that is bound to the visited site (CHIPS) beside one of the same name that is not: `apart`;
 * `merged` where one took the other's place, `blocked` where neither was kept, `insecure` where the page is not secure, without
 * which no site may set such a cookie.
 * `gate`: whether embedded sites have an interface to ask for their own cookies (Storage Access), as they need where these are blocked.
 * `frame`: whether a document of this same site in a frame sees what the page stored. It should: the site is the same.
 */
export type Partitioning = {
  readonly cookies: 'apart' | 'merged' | 'blocked' | 'insecure';
  readonly gate: boolean;
  readonly frame: 'shared' | 'apart' | 'blocked';
  /** How much this site may store, in bytes, as the browser says it; absent where it says nothing. */
  readonly quotaBytes: number | undefined;
  /** Whether the browser promises not to clear it by itself; absent where it says nothing. */
  readonly isPersistent: boolean | undefined;
};

const name = 'castellan_partition';

/** Measures it with cookies, a frame without an address and a stored value, all removed at once. Sends nothing. */
export async function measurePartitioning(): Promise<Partitioning> {
  const estimate = await attempt(async () => navigator.storage.estimate());
  return {
    cookies: measureCookies(),
    gate: 'requestStorageAccess' in document,
    frame: measureFrame(),
    quotaBytes: estimate?.quota,
    isPersistent: await attempt(async () => navigator.storage.persisted()),
  };
}

async function attempt<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch {
    // Absent outside of secure pages, and refused by some browsers: then there is nothing to say.
    return undefined;
  }
}

/** For every path: Chromium judges paths by the address that the document was fetched from, whatever the app moved to since. */
function measureCookies(): Partitioning['cookies'] {
  if (!window.isSecureContext) return 'insecure';
  const rest = 'Path=/; Secure; SameSite=None';
  writeCookie(`${name}=plain; Max-Age=60; ${rest}`);
  writeCookie(`${name}=bound; Max-Age=60; ${rest}; Partitioned`);
  const kept = document.cookie.split('; ').filter((cookie) => cookie.startsWith(`${name}=`)).length;
  writeCookie(`${name}=; Max-Age=0; ${rest}`);
  writeCookie(`${name}=; Max-Age=0; ${rest}; Partitioned`);
  return kept === 0 ? 'blocked' : kept === 1 ? 'merged' : 'apart';
}

function writeCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: it acts at once, so that no other script runs while the cookies exist.
  document.cookie = text;
}

/** An empty frame fetches nothing, has this page's origin, and needs no leave of the content policy. */
function measureFrame(): Partitioning['frame'] {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  try {
    window.localStorage.setItem(name, 'page');
    return frame.contentWindow?.localStorage.getItem(name) === 'page' ? 'shared' : 'apart';
  } catch {
    return 'blocked';
  } finally {
    frame.remove();
    forget();
  }
}

function forget(): void {
  try {
    window.localStorage.removeItem(name);
  } catch {
    // Where storage is blocked there is nothing to remove.
  }
}
