import {
  type ComponentList,
  createComponentList,
  type InventoryRead,
  originOf,
  pick,
  pickEntries,
  pickText,
  refuse,
} from './component-list.ts';
import { readYaml } from './read-yaml.ts';

/** Reads pnpm-lock.yaml, versions 5.0 to 9.0. */
export async function readPnpmLock(text: string): Promise<InventoryRead> {
  const read = await readYaml(text);
  if (!read.ok) return read;
  // Newer versions of pnpm write what pnpm itself depends on into a document of its own.
  const documents = read.value.filter((one) => pick(one, 'lockfileVersion') !== undefined);
  const list = createComponentList();
  let version = '';
  for (const document of documents) {
    version = pickText(document, 'lockfileVersion');
    if (!/^[5-9](?:\.\d+)?$/.test(version))
      return refuse('inventory_unknown', `pnpm-lock.yaml version ${version.slice(0, 20)} is not supported; 5 to 9 are.`);
    for (const [path] of pickEntries(document, 'importers')) if (path !== '.') list.leave('local', path);
    for (const [key, one] of pickEntries(document, 'packages')) readPackage(list, key, one, version.startsWith('5'));
  }
  return list.finish(`pnpm-lock.yaml, version ${version}`);
}

function readPackage(list: ComponentList, key: string, one: unknown, isFive: boolean): void {
  const { name, version } = splitKey(key, isFive);
  const [realName, realVersion] = [pickText(one, 'name') || name, pickText(one, 'version')];
  const origin = originOfPackage(pick(one, 'resolution'), version, name);
  if (origin === undefined) list.add('npm', realName, realVersion || version);
  else list.leave(origin.reason, realName, realVersion, origin.from);
}

/** Keys: `/name/1.0.0_peer@2` (5), `/name@1.0.0(peer@2)` (6), `name@1.0.0` (9); `file:../x` and a host's path of what no registry gave. */
function splitKey(key: string, isFive: boolean): { readonly name: string; readonly version: string } {
  const plain = key.replace(/^\//, '').replace(/\(.*$/s, '');
  const isListed = key.startsWith('/') || !isFive;
  const parts = plain.split('/');
  const scoped = plain.startsWith('@') ? 2 : 1;
  if (isListed && isFive) return { name: parts.slice(0, scoped).join('/'), version: parts.slice(scoped).join('/').replace(/_.*$/s, '') };
  const at = isListed ? plain.indexOf('@', 1) : -1;
  return at === -1 ? { name: plain, version: '' } : { name: plain.slice(0, at), version: plain.slice(at + 1) };
}

/** Why a package is none of the registry's, and where it came from; `undefined` where it is. */
function originOfPackage(resolution: unknown, version: string, name: string) {
  const [kind, tarball] = [pickText(resolution, 'type'), pickText(resolution, 'tarball')];
  const from = tarball || pickText(resolution, 'repo') || pickText(resolution, 'directory') || version || name;
  const isLocal = kind === 'directory' || pickText(resolution, 'directory') !== '' || originOf(tarball) === 'local';
  if (isLocal || originOf(version) === 'local' || originOf(name) === 'local') return { reason: 'local', from } as const;
  if (kind === 'git' || originOf(tarball) === 'repository' || originOf(version) === 'repository')
    return { reason: 'repository', from } as const;
  return /^\d/.test(version) ? undefined : ({ reason: 'address', from } as const);
}
