import { posix } from 'node:path';

/** A route as `web/app/routes.ts` says it. */
export type RouteEntry = {
  readonly path?: string | undefined;
  readonly file: string;
  readonly children?: readonly RouteEntry[] | undefined;
};

/** A page: its address, such as `/contact`, its file, and the files of the frames around it. */
export type Page = { readonly address: string; readonly file: string; readonly frames: readonly string[] };

/** Every page of the routes. `folder`: where their files are given from. */
export function pagesOf(routes: readonly RouteEntry[], folder: string, frames: readonly string[] = []): readonly Page[] {
  return routes.flatMap(({ path, file, children }) => {
    const own = posix.join(folder, file);
    return children === undefined ? [{ address: `/${path ?? ''}`, file: own, frames }] : pagesOf(children, folder, [...frames, own]);
  });
}

/** Whether a page has an address that a test can name: not what stands in for every other page, nor a file that pages fetch. */
export function isVisited({ address }: Page): boolean {
  return !/[*.]/.test(address);
}

/** The tool that a file is of: it lies in a folder that bears the tool's id. */
export function createToolOf(toolIds: readonly string[]): (file: string) => string | undefined {
  const ids = new Set(toolIds);
  return (file) => [...file.matchAll(/(?:^|\/)(?:tools|features)\/([\w-]+)(?=\/)/g)].map(([, id = '']) => id).find((id) => ids.has(id));
}

/** The addresses that a text names: of a page up to the first part that varies, of a tool by its id as a text too. */
export function addressesIn(text: string, addresses: readonly string[], toolIds: readonly string[]): readonly string[] {
  return addresses.filter((address) => {
    if (address === '/') return /['"`]\/['"`?#]|goto\([\w.]+\.url\)/.test(text);
    const fixed = address.replace(/\/:.*$/, '');
    return new RegExp(toolIds.includes(fixed.slice(1)) ? `['"\`/]${fixed.slice(1)}(?![\\w-])` : `${fixed}(?![\\w-])`).test(text);
  });
}
