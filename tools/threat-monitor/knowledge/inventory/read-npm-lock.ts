import {
  type ComponentList,
  createComponentList,
  type InventoryRead,
  isRecord,
  originOf,
  pick,
  pickEntries,
  pickText,
} from './component-list.ts';

/** Whether a JSON document is a package-lock.json or an npm-shrinkwrap.json. */
export function isNpmLock(input: unknown): boolean {
  return typeof pick(input, 'lockfileVersion') === 'number' && (isRecord(pick(input, 'packages')) || isRecord(pick(input, 'dependencies')));
}

/** Reads package-lock.json and npm-shrinkwrap.json, versions 1 to 3. */
export function readNpmLock(input: unknown): InventoryRead {
  const list = createComponentList();
  if (isRecord(pick(input, 'packages'))) readByPath(input, list);
  else readTree(input, list);
  return list.finish(`package-lock.json, version ${String(pick(input, 'lockfileVersion'))}`);
}

/** Versions 2 and 3: by folder. What is no folder of `node_modules` is the project's own. */
function readByPath(input: unknown, list: ComponentList): void {
  for (const [path, one] of pickEntries(input, 'packages')) {
    // A link leads to a folder that has an entry of its own.
    if (path === '' || pick(one, 'link') === true) continue;
    const at = path.lastIndexOf('node_modules/');
    const name = pickText(one, 'name') || (at === -1 ? path : path.slice(at + 13));
    const origin = at === -1 ? 'local' : originOf(pickText(one, 'resolved'));
    if (origin === undefined) addNpm(list, name, pickText(one, 'version'));
    else list.leave(origin, name, pickText(one, 'version'), at === -1 ? path : pickText(one, 'resolved'));
  }
}

/** Version 1: by what depends on what. */
function readTree(input: unknown, list: ComponentList): void {
  const waiting: unknown[] = [input];
  for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
    for (const [name, one] of pickEntries(tree, 'dependencies')) {
      addNpm(list, name, pickText(one, 'version'));
      waiting.push(one);
    }
  }
}

/** A package of npm's by what stands in place of its version: `1.2.3`, `npm:other@1.2.3`, or where it came from. */
export function addNpm(list: ComponentList, name: string, version: string): void {
  const [, alias = '', aliased = ''] = /^npm:(@?[^@]+)@(.+)$/.exec(version) ?? [];
  const listed = alias === '' ? readRegistryAddress(version) : { name: alias, version: aliased };
  const origin = originOf(version) ?? (/^https?:/.test(version) ? 'address' : undefined);
  if (listed !== undefined) list.add('npm', listed.name, listed.version);
  else if (origin === undefined) list.add('npm', name, version);
  else list.leave(origin, name, '', version);
}

/** Name and version in the address of a package at npm's own registry, or at Yarn's name for it. */
export function readRegistryAddress(address: string): { readonly name: string; readonly version: string } | undefined {
  if (!/^https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\//.test(address)) return undefined;
  const [path = ''] = address.split('#');
  const [name = '', file = '', ...more] = path.split('/').slice(3).join('/').split('/-/');
  const start = `${name.split('/').at(-1) ?? ''}-`;
  if (more.length > 0 || !file.startsWith(start) || !file.endsWith('.tgz')) return undefined;
  return { name, version: file.slice(start.length, -4) };
}
