import { createComponentList, type InventoryRead, refuseLine } from './component-list.ts';

type Module = { readonly path: string; readonly version: string };

/**
 * Reads go.mod: every module that is required, by what replaces it where something does. The file names minimum versions: with its
 * checksums (go.sum) and a build they are those that are used.
 */
export function readGoMod(text: string): InventoryRead {
  const list = createComponentList();
  const required: Module[] = [];
  const replaced = new Map<string, Module>();
  let block = '';
  for (const [index, line] of text.split('\n').entries()) {
    const plain = (line.split('//')[0] ?? '').trim();
    if (plain === '') continue;
    if (plain === ')') {
      block = '';
      continue;
    }
    const [, opened = ''] = /^(\w+) *\($/.exec(plain) ?? [];
    if (opened !== '') {
      block = opened;
      continue;
    }
    const words = plain.split(/\s+/).map((word) => word.replace(/^["`](.*)["`]$/, '$1'));
    const [directive = '', ...rest] = block === '' ? words : [block, ...words];
    if (directive === 'require') {
      const [path = '', version = ''] = rest;
      if (rest.length !== 2) return refuseLine(index + 1, 'A requirement has a module and a version.');
      required.push({ path, version });
    } else if (directive === 'replace') {
      const arrow = rest.indexOf('=>');
      if (arrow < 1) return refuseLine(index + 1, 'A replacement has an arrow (=>).');
      const [from = '', fromVersion = ''] = rest.slice(0, arrow);
      const [to = '', toVersion = ''] = rest.slice(arrow + 1);
      replaced.set(`${from} ${fromVersion}`, { path: to, version: toVersion });
    } else if (directive === 'go' || directive === 'toolchain') list.leave('minimum', 'Go', rest[0] ?? '', `${directive} directive`);
  }
  for (const { path, version } of required) {
    // What replaces this version comes before what replaces every version.
    const to = replaced.get(`${path} ${version}`) ?? replaced.get(`${path} `);
    if (to === undefined) list.add('Go', path, bareVersion(version));
    else if (to.version === '') list.leave('local', path, version, `replaced by ${to.path}`);
    else list.add('Go', to.path, bareVersion(to.version));
  }
  return list.finish('go.mod');
}

/** Reads go.sum: modules whose code was fetched. Those of which Go read only the go.mod are not part of a build. */
export function readGoSum(text: string): InventoryRead {
  const list = createComponentList();
  const lines = text.split('\n').map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const [path = '', version = '', hash = ''] = line.split(/\s+/);
    if (!hash.startsWith('h')) return refuseLine(index + 1, 'A line has a module, a version and a checksum.');
    if (version.endsWith('/go.mod')) continue;
    list.add('Go', path, bareVersion(version));
  }
  return list.finish('go.sum');
}

/** OSV writes Go's versions without their `v`. */
export function bareVersion(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}
