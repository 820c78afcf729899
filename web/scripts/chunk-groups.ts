import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { tools } from '../../tools/registry.ts';
import routes from '../app/routes.ts';
import { type BuiltPage, listPages, toolOf } from './built-pages.ts';
import { type FindModule, findModuleUsers, type ModuleUsers } from './module-users.ts';

type Bundle = { readonly getModuleInfo: FindModule };

/** Packages with files of their own, so that they stay in caches when ours change. One file of both kept the main thread busy for longer in one piece. */
export const packageFiles = {
  react: ['react', 'react-router'],
  'react-dom': ['react-dom', 'scheduler'],
  backend: ['@supabase/auth-js', '@supabase/postgrest-js'],
  realtime: ['@supabase/realtime-js', '@supabase/phoenix'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** As many visitors' pages make it worth that all have a module: their kit comes in one file. */
const kitPages = 9;

/** Of what so many tools share, every tool is taken to have some: only the other pages that share it tell its file from others. */
const manyTools = 5;

/** What `import address from 'X?url'` makes of the file. */
const isAddress = /\?(?:url|transform-only)$/;

/** A sheet of styles. */
const isSheet = /\.css$/;

/** Below so many characters of source an owner's module costs less in the file of all the owner's pages than in one of its own. */
const smallModule = 900;

/**
 * Names the file that a module shares with others, from the pages that need it; nothing where a page or a later part has it alone,
 * or where only later parts share it. Whoever needs a module needs its imports too, so a module's imports are in files for at
 * least as many pages: files never import each other in a circle.
 */
export function sharedFiles(pages: readonly BuiltPage[], find: FindModule): (id: string) => string | null {
  const users = findModuleUsers(pages, find);
  const numbers = new Map(pages.map((page, index) => [page, index]));
  const keyOf = (some: readonly BuiltPage[]) => some.map((page) => numbers.get(page)).join('.');

  function nameOf(id: string): string | null {
    const known = users.get(id);
    if (known === undefined || isPackage(id)) return null;
    const all = [...known.pages];
    const visitors = all.filter(({ kind }) => kind === 'visitor');
    if (all.some(({ kind }) => kind === 'frame')) return 'frame';
    // The home page needs little of the kit: what it shares comes with the frame, or with the one page that shares it.
    if (all.some(({ isHome }) => isHome) && all.length > 1) return all.length > 2 ? 'frame' : 'cards';
    // The preview of a draft shows parts of it: they stay with the home page, in one file.
    if (all.length === 1 && all.some(({ isHome }) => isHome)) return 'home';
    if (visitors.length >= kitPages) return 'kit';
    // An asset's address is shorter than what it costs to fetch a file for it. Vite adds an empty module to it.
    if (isAddress.test(id) && visitors.length > 0 && isInLaterPart(known)) return 'frame';
    const isGated = all.some(({ kind }) => kind === 'gate');
    if (visitors.length === 0 && (isGated || isSmallOfOwner(id, known))) return 'desk';
    if (all.length < 2) return null;
    return visitors.length > 0 ? visitorsName(id, all, visitors) : ownersName(all, known);
  }

  /** What several visitors' pages share, by these; the owner's pages have most of it anyhow. */
  function visitorsName(id: string, all: readonly BuiltPage[], visitors: readonly BuiltPage[]): string {
    const ofTools = visitors.filter(({ tool }) => tool !== undefined);
    // What a tool's folder tells of it is listed elsewhere: its own page is no reason for a file of its own.
    const others = ofTools.filter(({ tool }) => tool !== toolOf(id));
    const toolsKey = ofTools.length >= manyTools ? 'tools' : `${keyOf(others)}${others.length < ofTools.length ? ' own' : ''}`;
    const ownersKey = all.some(({ kind }) => kind === 'gate') ? 'gate' : `${all.length > visitors.length}`;
    return shortName(ownersKey, keyOf(visitors.filter(({ tool }) => tool === undefined)), toolsKey);
  }

  /** What several owner's pages share, apart from what later parts share with them. */
  function ownersName(all: readonly BuiltPage[], { visitorParts, isInOtherPart }: ModuleUsers): string {
    // By their places in the project: where it lies changes no file's name, and so no file's size.
    const parts = [...visitorParts].map((part) => relative(import.meta.dirname, part)).toSorted();
    return shortName(keyOf(all), parts.join(), `${isInOtherPart}`);
  }

  function isSmallOfOwner(id: string, { pages: some, visitorParts }: ModuleUsers): boolean {
    const facts = find(id);
    // A sheet of styles is not as small as the module that stands for it, and a page that needs it fetches it.
    if (isSheet.test(id)) return false;
    if (facts === null || some.size < 2 || visitorParts.size > 0 || (facts.code ?? '').length >= smallModule) return false;
    return facts.importedIds.every((imported) => isPackage(imported) || ['frame', 'kit', 'desk'].includes(nameOf(imported) ?? ''));
  }

  return nameOf;
}

function isInLaterPart({ visitorParts, isInOtherPart }: ModuleUsers): boolean {
  return isInOtherPart || visitorParts.size > 0;
}

/** Short, since the files that fetch parts list all the files of these by name. */
function shortName(...keys: readonly string[]): string {
  return `s${createHash('sha256').update(keys.join('|')).digest('hex').slice(0, 5)}`;
}

function isPackage(id: string): boolean {
  return Object.values(packageFiles).some((names) => names.some((name) => id.includes(`/node_modules/${name}/`)));
}

/** A group never takes a module's imports along: each is in the file of its own users. */
const alone = { includeDependenciesRecursively: false } as const;

/** How the browser's build is split into files. */
export function clientGroups() {
  const owners = tools.filter(({ audience }) => audience === 'owner').map(({ id }) => id);
  const pages = listPages(routes, join(import.meta.dirname, '..', 'app'), owners);
  let nameOf: ((id: string) => string | null) | undefined;
  return [
    ...Object.entries(packageFiles).map(([name, names]) => ({
      name,
      test: (id: string) => names.some((folder) => id.includes(`/node_modules/${folder}/`)),
      ...alone,
    })),
    {
      name: (id: string, bundle: Bundle) => {
        nameOf ??= sharedFiles(pages, (module) => bundle.getModuleInfo(module));
        return nameOf(id);
      },
      debugName: 'shared',
      ...alone,
    },
  ];
}

/**
 * Of the Workers: what the vault's Worker shares with its parts that are fetched later comes in one file, and not in one for each way
 * to share. Left out are the folders of which each part takes its own.
 */
export const workerGroups = [
  {
    name: 'core',
    test: /\/(?:packages\/vault-core\/src\/(?!(?:export|import|strength)\/)|packages\/foundation\/src\/|node_modules\/zod\/)/,
    minShareCount: 2,
  },
];
