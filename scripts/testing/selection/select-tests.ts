/** That a file brings another one. `addresses`: only to tests that visit one of these; where nothing is said, to all. */
export type Link = { readonly to: string; readonly addresses?: readonly string[] };

/** A file with tests: the project of the run that it belongs to, and the addresses of pages and tools that it visits. */
export type TestFile = { readonly file: string; readonly project: string; readonly visits: ReadonlySet<string> | 'every address' };

/** The project's files, and what each brings. */
export type ProjectGraph = {
  readonly links: ReadonlyMap<string, readonly Link[]>;
  readonly tests: readonly TestFile[];
  /** Files that every test depends on, such as the runner. */
  readonly global: ReadonlySet<string>;
};

/** A test that a change can reach. `path`: from the test to a changed file, through no other test. */
export type SelectedTest = { readonly test: TestFile; readonly path: readonly string[] };

/** What is to run after a change. `why`: what makes it everything. `unreached`: the changed files that no test reaches. */
export type Selection =
  | { readonly kind: 'everything'; readonly why: string }
  | { readonly kind: 'some'; readonly selected: readonly SelectedTest[]; readonly unreached: readonly string[] };

/** From this share of all test files on, choosing saves little. */
const nearlyAll = 0.8;

/** The tests from which a path leads to one of the changed files. */
export function selectTests(graph: ProjectGraph, changed: readonly string[]): Selection {
  const global = changed.find((file) => graph.global.has(file));
  if (global !== undefined) return { kind: 'everything', why: `every test depends on ${global}` };
  const wanted = new Set(changed);
  const reached = new Set<string>();
  const selected = graph.tests.flatMap((test): readonly SelectedTest[] => {
    const cameFrom = filesOfTest(graph, test);
    const found = [...cameFrom.keys()].filter((file) => wanted.has(file));
    for (const file of found) reached.add(file);
    return found[0] === undefined ? [] : [{ test, path: pathTo(found[0], cameFrom) }];
  });
  if (selected.length > nearlyAll * graph.tests.length)
    return { kind: 'everything', why: `it reaches ${selected.length} of ${graph.tests.length} test files` };
  return { kind: 'some', selected, unreached: changed.filter((file) => !reached.has(file)) };
}

/** Everything that a test brings, the nearest first, each with what brought it. */
export function filesOfTest({ links, tests }: ProjectGraph, { file: test, visits }: TestFile): ReadonlyMap<string, string | undefined> {
  const others = new Set(tests.map(({ file }) => file).filter((file) => file !== test));
  const cameFrom = new Map<string, string | undefined>([[test, undefined]]);
  for (const file of cameFrom.keys()) {
    // A test that lies in a folder which another one reads is not run by that.
    if (others.has(file)) continue;
    for (const { to, addresses } of links.get(file) ?? []) {
      const isVisited = addresses === undefined || visits === 'every address' || addresses.some((address) => visits.has(address));
      if (isVisited && !cameFrom.has(to)) cameFrom.set(to, file);
    }
  }
  return cameFrom;
}

function pathTo(found: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const path: string[] = [];
  for (let file: string | undefined = found; file !== undefined; file = cameFrom.get(file)) path.unshift(file);
  return path;
}
