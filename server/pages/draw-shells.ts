import type { ServerBuild } from 'react-router';
import { contentSecurityPolicy, makeNonce } from '../http/security-headers.ts';
import { createDrawing, findOwnersPaths } from './draw-page.ts';
import { makePage } from './made-page.ts';
import type { PageFacts } from './page-facts.ts';

/** The owner's pages as every installation serves them. */
export type Shells = {
  /** The bytes of each page by its path. */
  readonly pages: Readonly<Record<string, Uint8Array>>;
  /** The policy of each page, by its path. */
  readonly policies: Readonly<Record<string, string>>;
  /** Names the inline scripts of all of them: the policy of each is as strict or stricter. */
  readonly policy: string;
};

/**
 * Draws the owner's pages of a build as the server does, without an installation: nothing of one is in them.
 * @param serverBundle - the build's `server/index.js`
 */
export async function drawShells(serverBundle: string): Promise<Shells> {
  const build = (await import(serverBundle)) as ServerBuild;
  const draw = createDrawing(build, 'production');
  const placeholder = makeNonce();
  const pages: Record<string, Uint8Array> = {};
  const policies: Record<string, string> = {};
  const hashes = new Set<string>();
  for (const path of findOwnersPaths(build).toSorted()) {
    // Of the facts the owner's pages take none; the address only makes the request whole.
    const drawn = await draw(path, placeholder, { publicUrl: 'http://localhost' } as PageFacts);
    const page = await makePage(drawn, { path, placeholder, isFound: false, musicProxyUrl: undefined });
    for (const hash of page.hashes) hashes.add(hash);
    const { status, body, headers } = page.answer({ acceptEncoding: undefined, ifNoneMatch: undefined, dest: undefined, site: undefined });
    if (status !== 200 || !(body instanceof Uint8Array)) throw new Error(`the page at ${path} was not drawn`);
    pages[path] = body;
    policies[path] = String(headers['content-security-policy']);
  }
  return { pages, policies, policy: contentSecurityPolicy({ hashes: [...hashes].toSorted() }, 'production') };
}
