import {
  type ComponentList,
  createComponentList,
  type InventoryRead,
  originOf,
  pick,
  pickEntries,
  pickText,
  refuseLine,
} from './component-list.ts';

/** The one spelling of a PyPI package's name (PEP 503). */
export function normalisePyPi(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/**
 * Reads requirements.txt: pinned versions with their extras, markers and hashes. Files that it names (`-r`, `-c`) are left out by name;
 * options of pip's are no components.
 */
export function readRequirements(text: string): InventoryRead {
  const list = createComponentList();
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const from = index + 1;
    let part = stripComment(lines[index] ?? '');
    const parts: string[] = [];
    for (; part.endsWith('\\') && index + 1 < lines.length; part = stripComment(lines[index] ?? '')) {
      index += 1;
      parts.push(part.slice(0, -1));
    }
    const line = [...parts, part.replace(/\\$/, '')].join(' ').trim();
    if (!readRequirement(list, line)) return refuseLine(from, 'Not a valid pip requirement.');
  }
  return list.finish('requirements.txt');
}

/** Without its comment, its words apart by single spaces: no pattern below meets a run of them. */
function stripComment(line: string): string {
  const at = line.search(/(?:^|\s)#/);
  return (at === -1 ? line : line.slice(0, at)).replace(/\s+/g, ' ').trimEnd();
}

function readRequirement(list: ComponentList, line: string): boolean {
  if (line === '') return true;
  if (line.startsWith('-')) return readOption(list, line);
  const bare = (line.split(/ --[a-z]/)[0] ?? '').trim();
  if (/^[a-z+]+:\/\//i.test(bare) || originOf(bare) !== undefined) {
    list.leave(originOf(bare) ?? 'address', nameInAddress(bare), '', bare);
    return true;
  }
  const [name = ''] = /^[A-Za-z0-9._-]+/.exec(bare) ?? [];
  if (!/^[A-Za-z0-9]/.test(name) || !/[A-Za-z0-9]$/.test(name)) return false;
  const rest = bare
    .slice(name.length)
    .replace(/^ ?\[[^\]]*\]/, '')
    .trim();
  if (rest.startsWith('@')) {
    const address = rest.slice(1).split(' ;')[0]?.trim() ?? '';
    list.leave(originOf(address) ?? 'address', normalisePyPi(name), '', address);
    return true;
  }
  const specifiers = (rest.split(';')[0] ?? '')
    .replace(/^\((.*)\) ?$/, '$1')
    .replaceAll(' ', '')
    .replace(/,$/, '');
  if (specifiers !== '' && !specifiers.split(',').every((one) => /^(?:~=|===?|!=|<=?|>=?)[^=<>!~]+$/.test(one))) return false;
  const [, pinned = ''] = /^={2,3}([^,*]+)$/.exec(specifiers) ?? [];
  list.add('PyPI', normalisePyPi(name), pinned || specifiers);
  return true;
}

/** An option of pip's: files that it names are left out, and so is a project in its own folder. The rest says nothing of components. */
function readOption(list: ComponentList, line: string): boolean {
  const [option = ''] = /^(?:--[a-z][a-z-]*|-[a-zA-Z])/.exec(line) ?? [];
  const value = line.slice(option.length).replace(/^[ =]/, '');
  if (['-r', '--requirement'].includes(option)) list.leave('reference', value, '', 'requirements');
  else if (['-c', '--constraint'].includes(option)) list.leave('reference', value, '', 'constraints');
  else if (['-e', '--editable'].includes(option)) list.leave(originOf(value) ?? 'local', nameInAddress(value), '', value);
  return option !== '';
}

/** The name that an address gives (`#egg=name`), else its end. */
function nameInAddress(address: string): string {
  const [, egg = ''] = /[#&]egg=([A-Za-z0-9._-]+)/.exec(address) ?? [];
  return egg === '' ? (address.split(/[?#]/)[0] ?? '').split('/').at(-1) || address : normalisePyPi(egg);
}

/** Whether a JSON document is a Pipfile.lock. */
export function isPipfileLock(input: unknown): boolean {
  return pick(pick(input, '_meta'), 'pipfile-spec') !== undefined;
}

/** Reads Pipfile.lock: what the project needs, and what its development does. */
export function readPipfileLock(input: unknown): InventoryRead {
  const list = createComponentList();
  for (const [name, one] of [...pickEntries(input, 'default'), ...pickEntries(input, 'develop')]) {
    const [git, path, file] = [pickText(one, 'git'), pickText(one, 'path'), pickText(one, 'file')];
    if (git !== '') list.leave('repository', normalisePyPi(name), '', git);
    else if (path !== '' || pick(one, 'editable') === true) list.leave('local', normalisePyPi(name), '', path);
    else if (file !== '') list.leave(originOf(file) ?? 'address', normalisePyPi(name), '', file);
    else list.add('PyPI', normalisePyPi(name), pickText(one, 'version').replace(/^={2,3}/, ''));
  }
  return list.finish('Pipfile.lock');
}
