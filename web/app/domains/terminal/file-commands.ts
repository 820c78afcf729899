import { fail, type Result, succeed } from '@castellan/foundation/result';
import { suggestion } from './closest-name.ts';
import type { Command, CommandFailure, Session } from './command.ts';
import { entriesOf, type FileTree, type FolderEntry, offerPaths, parentOf, resolvePath } from './file-tree.ts';
import { type Field, lineTable, makeTable } from './table.ts';

const entryFields: readonly Field[] = [
  { name: 'name', kind: 'text' },
  { name: 'kind', kind: 'text' },
  { name: 'lines', kind: 'number' },
];

function noSuchPath(tree: FileTree, path: string): { readonly ok: false; readonly failure: CommandFailure } {
  const near = suggestion(
    path,
    entriesOf(tree, parentOf(path)).map((entry) => entry.path),
  );
  return fail({ code: 'no_such_path', message: `no file or folder “${path}”${near}` });
}

function listed(tree: FileTree, entries: readonly FolderEntry[]) {
  const records = entries.map(({ name, path, isFolder }) => ({
    name: isFolder ? `${name}/` : name,
    kind: isFolder ? 'folder' : 'file',
    lines: isFolder ? undefined : tree.files.get(path)?.length,
  }));
  return succeed({ table: makeTable(entryFields, records) });
}

function list(tree: FileTree, typed: readonly string[], session: Session) {
  const paths = (typed.length === 0 ? ['.'] : typed).map((word) => resolvePath(session.folder, word));
  const entries: FolderEntry[] = [];
  for (const path of paths) {
    if (tree.folders.has(path)) entries.push(...entriesOf(tree, path));
    else if (tree.files.has(path)) entries.push({ name: path.slice(path.lastIndexOf('/') + 1), path, isFolder: false });
    else return noSuchPath(tree, path);
  }
  return listed(tree, entries);
}

function read(tree: FileTree, typed: readonly string[], session: Session): Result<readonly string[], CommandFailure> {
  const lines: string[] = [];
  for (const word of typed) {
    const path = resolvePath(session.folder, word);
    const file = tree.files.get(path);
    if (file !== undefined) lines.push(...(lines.length > 0 ? [''] : []), ...file);
    else if (tree.folders.has(path)) return fail({ code: 'bad_argument', message: `“${path}” is a folder; try ls ${path}` });
    else return noSuchPath(tree, path);
  }
  return succeed(lines);
}

function branches(tree: FileTree, folder: string, depth: number): readonly string[] {
  return entriesOf(tree, folder).flatMap(({ name, path, isFolder }) => [
    `${'  '.repeat(depth)}${name}${isFolder ? '/' : ''}`,
    ...(isFolder ? branches(tree, path, depth + 1) : []),
  ]);
}

/** The commands that walk a file tree: `ls`, `cd`, `pwd`, `cat`, `tree`. */
export function fileCommands(tree: FileTree): readonly Command[] {
  const offer: Command['offer'] = ({ word, session }) => offerPaths(tree, session.folder, word);
  const offerFolders: Command['offer'] = (typed) => offer(typed).filter((path) => path.endsWith('/'));
  return [
    {
      name: 'ls',
      summary: 'list a folder',
      usage: '[PATH…]',
      examples: ['ls', 'ls projects', 'ls -l | sort lines -r'],
      options: [{ flag: '-l', meaning: 'accepted and of no effect: the list is always long' }],
      effect: 'reads',
      place: 'source',
      topic: 'Files',
      offer,
      run: ({ args, session }) => list(tree, withoutFlags(args), session),
    },
    {
      name: 'cd',
      summary: 'change to a folder',
      usage: '[PATH]',
      details: ['Without a path: back to the top. The paths are those of this site’s content; “..” is the folder above.'],
      examples: ['cd projects', 'cd ..'],
      effect: 'acts',
      place: 'source',
      topic: 'Files',
      offer: offerFolders,
      run: ({ args, session }) => {
        const path = resolvePath(session.folder, args[0] ?? '/');
        if (tree.files.has(path)) return fail({ code: 'bad_argument', message: `“${path}” is a file; try cat ${path}` });
        if (!tree.folders.has(path)) return noSuchPath(tree, path);
        return succeed({ table: lineTable([]), effects: [{ kind: 'change-folder', path }] });
      },
    },
    {
      name: 'pwd',
      summary: 'print the folder you are in',
      usage: '',
      effect: 'reads',
      place: 'source',
      topic: 'Files',
      run: ({ session }) => succeed({ table: lineTable([session.folder]) }),
    },
    {
      name: 'cat',
      summary: 'print files',
      usage: 'PATH…',
      examples: ['cat about.md', 'cat projects/*', 'cat about.md | grep code'],
      effect: 'reads',
      place: 'source',
      topic: 'Files',
      offer,
      run: ({ args, session }) => {
        if (args.length === 0) return fail({ code: 'bad_argument', message: 'cat needs a file. For example: cat about.md' });
        const lines = read(tree, args, session);
        return lines.ok ? succeed({ table: lineTable(lines.value), view: 'document' }) : lines;
      },
    },
    {
      name: 'tree',
      summary: 'print a folder with all that is in it',
      usage: '[PATH]',
      effect: 'reads',
      place: 'source',
      topic: 'Files',
      offer: offerFolders,
      run: ({ args, session }) => {
        const path = resolvePath(session.folder, args[0] ?? '.');
        if (!tree.folders.has(path)) return noSuchPath(tree, path);
        return succeed({ table: lineTable([path, ...branches(tree, path, 1)]) });
      },
    },
  ];
}

function withoutFlags(args: readonly string[]): readonly string[] {
  return args.filter((word) => !/^-[a-z]+$/i.test(word));
}
