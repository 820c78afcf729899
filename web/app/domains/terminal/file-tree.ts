/** The files of a content tree: full path, beginning with `/`, to its lines. Folders are what the paths say. */
export type FileTree = { readonly files: ReadonlyMap<string, readonly string[]>; readonly folders: ReadonlySet<string> };

/** One entry of a folder. */
export type FolderEntry = { readonly name: string; readonly path: string; readonly isFolder: boolean };

/** A tree of these files; of two at one path the later gets a number. */
export function makeFileTree(files: readonly { readonly path: string; readonly lines: readonly string[] }[]): FileTree {
  const byPath = new Map<string, readonly string[]>();
  const folders = new Set(['/']);
  for (const { path, lines } of files) {
    let free = path;
    for (let number = 2; byPath.has(free); number += 1) free = path.replace(/(\.\w+)?$/, `-${number}$1`);
    byPath.set(free, lines);
    for (let folder = parentOf(free); folder !== '/'; folder = parentOf(folder)) folders.add(folder);
  }
  return { files: byPath, folders };
}

/** A title as a file's name: `Latent Image` is `latent-image`. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'untitled' : plain;
}

/** The full path that a typed one means, seen from a folder: `.`, `..` and `~` as in a shell; above `/` there is `/`. */
export function resolvePath(folder: string, typed: string): string {
  const from = typed.startsWith('/') || /^~(?:\/|$)/.test(typed) ? [] : folder.split('/');
  const steps: string[] = [];
  for (const step of [...from, ...typed.replace(/^~(?=\/|$)/, '').split('/')]) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

/** What lies in a folder, folders first, by name. */
export function entriesOf(tree: FileTree, folder: string): readonly FolderEntry[] {
  const inIt = (path: string) => path !== '/' && parentOf(path) === folder;
  const entry = (isFolder: boolean) => (path: string) => ({ name: baseOf(path), path, isFolder });
  return [
    ...[...tree.folders].filter(inIt).toSorted().map(entry(true)),
    ...[...tree.files.keys()].filter(inIt).toSorted().map(entry(false)),
  ];
}

/** The paths, typed as the pattern is, that a pattern of `*` and `?` stands for; neither sign stands for a `/`. */
export function matchPaths(tree: FileTree, pattern: string, folder: string): readonly string[] {
  const isFull = pattern.startsWith('/');
  const steps = pattern.split('/').filter((step) => step !== '');
  let paths = [isFull ? '/' : folder];
  for (const step of steps) {
    const expression = new RegExp(
      `^${step
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*+/g, '.*')
        .replaceAll('?', '.')}$`,
      'u',
    );
    paths = paths.flatMap((path) =>
      /[*?]/.test(step)
        ? entriesOf(tree, path)
            .filter(({ name }) => expression.test(name))
            .map((entry) => entry.path)
        : [resolvePath(path, step)].filter((next) => tree.files.has(next) || tree.folders.has(next)),
    );
  }
  return paths.toSorted();
}

/** What a path being typed may become; folders end in `/`. */
export function offerPaths(tree: FileTree, folder: string, word: string): readonly string[] {
  const typedFolder = word.slice(0, word.lastIndexOf('/') + 1);
  const entries = entriesOf(tree, resolvePath(folder, typedFolder === '' ? '.' : typedFolder));
  return entries.map(({ name, isFolder }) => `${typedFolder}${name}${isFolder ? '/' : ''}`);
}

/** The folder that a path lies in. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
