import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Link, type ProjectGraph, selectTests, type TestFile } from './select-tests.ts';

const names = Array.from('abcdefgh');
const addresses = ['/one', '/two'];

const linkOf: fc.Arbitrary<Link> = fc.record(
  { to: fc.constantFrom(...names), addresses: fc.subarray(addresses) },
  { requiredKeys: ['to'] },
);

/** Graphs with circles, with tests that others bring, and with links for some addresses. */
const graphs: fc.Arbitrary<ProjectGraph> = fc
  .record({
    links: fc.array(fc.tuple(fc.constantFrom(...names), fc.array(linkOf, { maxLength: 3 })), { maxLength: 8 }),
    tests: fc.uniqueArray(
      fc.record({
        file: fc.constantFrom(...names),
        visits: fc.oneof(
          fc.constant('every address' as const),
          fc.subarray(addresses).map((visited) => new Set(visited)),
        ),
      }),
      { selector: ({ file }) => file },
    ),
  })
  .map(({ links, tests }) => {
    // Tests that nothing reaches, so that no change is taken for one of nearly all.
    const others = Array.from({ length: 40 }, (_, index) => ({ file: `other-${index}`, visits: new Set<string>() }));
    return { links: new Map(links), tests: [...tests, ...others].map((one) => ({ ...one, project: 'unit' })), global: new Set<string>() };
  });

function isOpen({ addresses }: Link, { visits }: TestFile): boolean {
  return addresses === undefined || visits === 'every address' || addresses.some((address) => visits.has(address));
}

/** By trying whether one more step reaches more, until none does. */
function reaches(graph: ProjectGraph, test: TestFile, changed: readonly string[]): boolean {
  let reached = new Set([test.file]);
  for (;;) {
    const passed = [...reached].filter((file) => file === test.file || !graph.tests.some((other) => other.file === file));
    const next = passed.flatMap((file) => (graph.links.get(file) ?? []).filter((link) => isOpen(link, test)).map(({ to }) => to));
    const more = new Set([...reached, ...next]);
    if (more.size === reached.size) return changed.some((file) => reached.has(file));
    reached = more;
  }
}

function selectedBy(graph: ProjectGraph, changed: readonly string[]) {
  const selection = selectTests(graph, changed);
  if (selection.kind === 'everything') throw new Error(selection.why);
  return selection.selected;
}

const changes = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 });

test('a test is selected if and only if a path leads from it to a changed file, through no other test', () => {
  fc.assert(
    fc.property(graphs, changes, (graph, changed) => {
      const selected = selectedBy(graph, changed).map((one) => one.test.file);
      expect(selected).toEqual(graph.tests.filter((one) => reaches(graph, one, changed)).map(({ file }) => file));
    }),
  );
});

test('the reason that is given is such a path', () => {
  fc.assert(
    fc.property(graphs, changes, (graph, changed) => {
      for (const { test: one, path } of selectedBy(graph, changed)) {
        expect(path[0]).toBe(one.file);
        expect(changed).toContain(path.at(-1));
        for (const [index, to] of path.slice(1).entries()) {
          const links = graph.links.get(path[index] ?? '') ?? [];
          expect(links.some((link) => link.to === to && isOpen(link, one))).toBe(true);
        }
      }
    }),
  );
});

test('what several changes select is what each of them does', () => {
  fc.assert(
    fc.property(graphs, changes, (graph, changed) => {
      const one = changed.flatMap((file) => selectedBy(graph, [file]).map(({ test: { file: selected } }) => selected));
      expect(new Set(selectedBy(graph, changed).map(({ test: { file } }) => file))).toEqual(new Set(one));
    }),
  );
});

const testFile = (file: string): TestFile => ({ file, project: 'unit', visits: new Set() });
const small: ProjectGraph = {
  links: new Map([
    ['a.test', [{ to: 'a' }]],
    ['b.test', [{ to: 'b' }]],
  ]),
  tests: [testFile('a.test'), testFile('b.test')],
  global: new Set(['runner']),
};

test('a file that every test depends on selects everything, and so does a change that reaches nearly every test', () => {
  expect(selectTests(small, ['a', 'runner'])).toEqual({ kind: 'everything', why: 'every test depends on runner' });
  expect(selectTests(small, ['a', 'b'])).toEqual({ kind: 'everything', why: 'it reaches 2 of 2 test files' });
});

test('a changed file that no test reaches is named', () => {
  expect(selectTests(small, ['a', 'read-me'])).toMatchObject({
    kind: 'some',
    selected: [{ path: ['a.test', 'a'] }],
    unreached: ['read-me'],
  });
});
