import { matchesGlob, posix } from 'node:path';

/** The files of the project, and how its packages are found. All paths are relative to the repository, with slashes. */
export type Places = {
  readonly files: ReadonlySet<string>;
  /** Each folder with the files below it; the repository is `.`. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** What workspaces export, by `NAME/SUBPATH`, in which `*` may stand for a part of the file's path too. */
  readonly exported: ReadonlyMap<string, string>;
};

/** The files, sorted into their folders. */
export function placesOf(files: readonly string[], exported: ReadonlyMap<string, string>): Places {
  const folders = new Map<string, string[]>([['.', [...files]]]);
  for (const file of files) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
      const held = folders.get(folder);
      if (held === undefined) folders.set(folder, [file]);
      else held.push(file);
    }
  }
  return { files: new Set(files), folders, exported };
}

/** The files that an import leads to: none for a package of others, several for a pattern. */
export function resolveImport(places: Places, file: string, specifier: string): readonly string[] {
  const [path = ''] = specifier.split('?');
  if (!path.startsWith('.')) return exportedFiles(places, path);
  const resolved = posix.join(posix.dirname(file), path);
  return resolved.includes('*') ? [...places.files].filter((one) => matchesGlob(one, resolved)) : [resolved];
}

/**
 * What a path in a text leads to, if it is there: a file, seen from the file with the text or from the repository; or a folder, where the
 * path begins with a dot. Without one the name of a folder is often just a word.
 */
export function resolveText(places: Places, file: string, text: string): readonly string[] {
  if (text.startsWith('@')) return exportedFiles(places, text);
  const fromRoot = text.replace(/^(?:\.{1,2}\/)+/, '');
  const fromFile = posix.join(posix.dirname(file), text).replace(/\/$/, '');
  if (text.startsWith('.') && (places.files.has(fromFile) || places.folders.has(fromFile))) return [fromFile];
  return [posix.normalize(fromRoot)].filter((path) => places.files.has(path));
}

function exportedFiles({ exported }: Places, specifier: string): readonly string[] {
  for (const [pattern, target] of exported) {
    const [before = '', after] = pattern.split('*');
    if (pattern === specifier) return [target];
    if (after === undefined || !specifier.startsWith(before) || !specifier.endsWith(after)) continue;
    return [target.replaceAll('*', specifier.slice(before.length, specifier.length - after.length))];
  }
  return [];
}
