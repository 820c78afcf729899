import { expect, test } from 'vitest';
import { namedIn } from './named-paths.ts';

const named = (text: string) => namedIn('web/app/some/file.ts', text).map(({ kind, path }) => `${kind} ${path}`);

test('imports are found in each of their forms, and those of types, which the compiler erases, are not', () => {
  expect(
    named(`
      import type { A } from './types.ts';
      export type { B } from './types.ts';
      import { type C, d } from './mixed.ts';
      import './effects.css';
      export * from '@castellan/money/amount';
      const later = () => import('./later.tsx');
      let type: import('./types.ts').A;
    `),
  ).toEqual(['import ./mixed.ts', 'import ./effects.css', 'import @castellan/money/amount', 'later ./later.tsx']);
});

test('workers, raw files and patterns are imports', () => {
  expect(
    named(`
      import address from './count.worker.ts?worker&url';
      const pages = import.meta.glob('../tools/*/page.tsx');
      const both = import.meta.glob<Loaded>(['./a/*.ts', './b/*.ts']);
    `),
  ).toEqual(['import ./count.worker.ts?worker&url', 'later ../tools/*/page.tsx', 'later ./a/*.ts', 'later ./b/*.ts']);
});

test('a path that is put together is known as far as its texts tell', () => {
  expect(
    named(`
      const root = join(import.meta.dirname, '..', '..', '..');
      const built = join(root, 'web', 'build', name);
      read(new URL('./token.css', import.meta.url));
      read(new URL(\`../\${name}.svg\`, import.meta.url));
    `),
  ).toEqual(['path .', 'path web/build', 'path web/app/some/token.css', 'path web/app/']);
});

test('a folder whose files are read one by one is said to be listed', () => {
  expect(
    named(`
      const app = join(import.meta.dirname, '..');
      readdirSync(join(app, folder));
      globSync('**/*.css', { cwd: app });
    `).filter((one) => one.startsWith('listed')),
  ).toEqual(['listed web/app', 'listed web/app']);
});

test('paths in texts are found, in a program for another process too, and in comments they are not', () => {
  expect(
    named(`
      // As in 'server/comment.ts'.
      spawn(node, [...flags, 'server/main.ts']);
      const program = \`import { a } from './beside.ts'; \${b} read('content/profile.json')\`;
      say('and/or is no file, nor is this');
    `),
  ).toEqual(['text server/main.ts', 'text ./beside.ts', 'text content/profile.json']);
});
