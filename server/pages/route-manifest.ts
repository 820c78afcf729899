import type { DirectResponse } from '../http/direct-answer.ts';
import { decidePath, type PageRoute } from './canonical-path.ts';

/** What the build says of each route to the router in the browser, and the version by which the browser knows it. */
export type BuiltManifest = { readonly version: string; readonly routes: Readonly<Record<string, object | undefined>> };

type Options = {
  readonly manifest: BuiltManifest;
  readonly pages: readonly PageRoute[];
  /** The routes around the page for addresses that are no other page's, and its own. */
  readonly other: readonly string[];
};

/** A page links to some dozens of others; what names more is no page of ours. */
const maxPaths = 200;

const json = 'application/json; charset=utf-8';

/**
 * Answers the router in the browser, which asks for what it needs to know of the pages behind a page's links before it can go there. As
 * React Router's own server answers, without its cost: another version has the browser load the next page as a document.
 */
export function createRouteManifest({ manifest, pages, other }: Options): (search: string) => DirectResponse {
  const branchOf = (path: string): readonly string[] => {
    const decided = decidePath(path, pages);
    return decided.route?.branch ?? other;
  };
  return (search) => {
    const query = new URLSearchParams(search);
    if (query.get('version') !== manifest.version) return { status: 204, headers: { 'x-remix-reload-document': 'true' } };
    const paths = new Set((query.get('paths') ?? '').split(',').filter((path) => path !== ''));
    if (paths.size === 0 || paths.size > maxPaths)
      return {
        status: 400,
        headers: { 'content-type': json },
        body: JSON.stringify({ message: 'Some paths are asked for, and not too many.' }),
      };
    const ids = new Set([...paths].flatMap(branchOf));
    const known = [...ids].flatMap((id) => (manifest.routes[id] === undefined ? [] : [[id, manifest.routes[id]]]));
    const headers = { 'content-type': json, 'cache-control': 'public, max-age=31536000, immutable' };
    return { status: 200, headers, body: JSON.stringify(Object.fromEntries(known)) };
  };
}
