import { createComponentList, type InventoryRead, isRecord, originOf, pickText, refuseLine } from './component-list.ts';
import { addNpm, readRegistryAddress } from './read-npm-lock.ts';
import { readYaml } from './read-yaml.ts';

/** Reads yarn.lock of Yarn 1, whose format is its own. */
export function readYarnClassic(text: string): InventoryRead {
  const list = createComponentList();
  let [entry, version, resolved] = ['', '', ''];
  const finish = () => {
    if (entry === '') return;
    const [pattern = ''] = entry.split(/",? *|, */).filter((one) => one !== '');
    const { name, range } = splitPattern(pattern.replace(/^"/, ''));
    const [, alias = ''] = /^npm:(@?[^@]+)(?:@|$)/.exec(range) ?? [];
    const isRegistry = readRegistryAddress(range) !== undefined;
    const origin = originOf(range) ?? originOf(resolved) ?? (/^https?:/.test(range) && !isRegistry ? 'address' : undefined);
    if (origin === undefined) list.add('npm', alias || name, version);
    else list.leave(origin, name, version, resolved || range);
    [entry, version, resolved] = ['', '', ''];
  };
  for (const [index, line] of text.split('\n').entries()) {
    const plain = line.trimEnd();
    if (plain === '' || plain.startsWith('#')) continue;
    if (!plain.startsWith(' ')) {
      finish();
      if (!plain.endsWith(':')) return refuseLine(index + 1, 'Not a yarn.lock entry.');
      entry = plain.slice(0, -1);
      continue;
    }
    // Names of dependencies stand deeper.
    const [field = '', ...words] = /^ {2}[a-z]/.test(plain) ? plain.slice(2).split(' ') : [];
    const value = words.join(' ').replaceAll('"', '');
    if (entry === '') return refuseLine(index + 1, 'A field outside of an entry.');
    if (field === 'version') version = value;
    if (field === 'resolved') resolved = value;
  }
  finish();
  return list.finish('yarn.lock, version 1');
}

/** Reads yarn.lock of Yarn 2 and later. */
export async function readYarnBerry(text: string): Promise<InventoryRead> {
  const read = await readYaml(text);
  if (!read.ok) return read;
  const list = createComponentList();
  let version = '';
  for (const [key, one] of read.value.flatMap((document) => (isRecord(document) ? Object.entries(document) : []))) {
    if (key === '__metadata') {
      version = pickText(one, 'version');
      continue;
    }
    const { name, range } = splitPattern(pickText(one, 'resolution') || key);
    const [, protocol = ''] = /^([a-z]+):/.exec(range) ?? [];
    if (protocol === 'npm') addNpm(list, name, range.slice(4).replace(/::.*$/s, ''));
    // A patch changes the code, not the version that advisories are about.
    else if (readRegistryAddress(range) !== undefined) addNpm(list, name, range);
    else if (protocol === 'patch') list.add('npm', name, pickText(one, 'version'));
    else list.leave(originOf(range) ?? 'address', name, pickText(one, 'version'), range);
  }
  return list.finish(`yarn.lock, version ${version.slice(0, 10)}`);
}

/** `@scope/name@range`, parted. */
function splitPattern(pattern: string): { readonly name: string; readonly range: string } {
  const at = pattern.indexOf('@', 1);
  return at === -1 ? { name: pattern, range: '' } : { name: pattern.slice(0, at), range: pattern.slice(at + 1) };
}
