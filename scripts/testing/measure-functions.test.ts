import { expect, test } from 'vitest';
import { measureFunctions } from './measure-functions.ts';

const measured = (source: string, path = 'module.ts') =>
  measureFunctions(path, source).map(({ name, line, lines, isComponent }) => `${line} ${name} ${lines}${isComponent ? ' component' : ''}`);

test('a function has the lines from its first to its last, blank ones and comments too, and not those of its docstring', () => {
  expect(measured('/** Doc. */\nfunction add(\n  a: number,\n) {\n\n  // A comment.\n  return a;\n}\n')).toEqual(['2 add 7']);
});

test('functions, arrow functions, methods, accessors and constructors are found by their names', () => {
  const source = `
const double = (a: number) => a * 2;
class Box {
  constructor() {}
  open() {}
  get size() { return 1; }
  close = () => {};
}
const box = { lock() {}, unlock: function () {} };
export default function () {}
`;
  expect(measured(source).map((one) => one.split(' ')[1])).toEqual([
    'double',
    'constructor',
    'open',
    'size',
    'close',
    'lock',
    'unlock',
    'function',
  ]);
});

test('a nested function counts by itself and in the one around it, and is named after what it is given to', () => {
  expect(measured('function outer() {\n  run(() => {\n    go();\n  });\n}')).toEqual(['1 outer 5', '2 outer > run 3']);
});

test('declarations without a body are no functions', () => {
  expect(measured('declare function ask(): void;\ntype Ask = () => void;\ninterface Box { open(): void }')).toEqual([]);
});

test('a component is in a .tsx file, has a name in PascalCase and returns JSX', () => {
  const source = `
function Card() { return <p />; }
const Fragments = () => <></>;
const Held = memo(() => { if (a) return null; return a ? <p /> : null; });
function Store() { const draw = () => <p />; return { draw }; }
function drawCard() { return <p />; }
`;
  const components = (path: string) => measured(source, path).filter((one) => one.endsWith('component'));
  expect(components('module.tsx')).toEqual(['2 Card 1 component', '3 Fragments 1 component', '4 Held 1 component']);
  expect(measured('function Card() { return 1; }', 'module.tsx')).toEqual(['1 Card 1']);
  expect(measured('function Card() { return jsx("p"); }', 'module.ts')).toEqual(['1 Card 1']);
});
