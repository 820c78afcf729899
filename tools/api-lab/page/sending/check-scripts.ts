import type { Check } from '../model.ts';
import { nameOfCheck, parsePath } from './checks.ts';

/*
 * Checks as the test scripts that Postman and newman run, and back. Scripts are read by their form and never run: what is
 * written otherwise is named and left out.
 */

/** A check as one line of a test script. */
export function scriptOf(check: Check): string {
  return `pm.test(${JSON.stringify(nameOfCheck(check))}, function () { ${expectationOf(check)} });`;
}

function expectationOf({ of, name, is, value }: Check): string {
  const number = Number(value);
  const read = {
    status: 'pm.response.code',
    time: 'pm.response.responseTime',
    header: `pm.response.headers.get(${JSON.stringify(name)})`,
    body: 'pm.response.text()',
    json: `pm.response.json()${memberOf(name)}`,
  }[of];
  if (is === 'exists') return of === 'json' ? `pm.expect(${read}).to.exist;` : `pm.expect(${read}).to.not.be.oneOf([null, undefined, ""]);`;
  if (is === 'contains') return `pm.expect(${read}).to.include(${JSON.stringify(value)});`;
  if (is === 'below') return `pm.expect(${read}).to.be.below(${number});`;
  if (of === 'json') return `pm.expect(${read}).to.eql(${value});`;
  return `pm.expect(${read}).to.equal(${of === 'status' || of === 'time' ? number : JSON.stringify(value)});`;
}

function memberOf(path: string): string {
  return path === '' || path.startsWith('[') ? path : `.${path}`;
}

const string = String.raw`("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`;
const number = String.raw`(-?\d+(?:\.\d+)?)`;
const path = String.raw`((?:\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*)`;
const json = String.raw`pm\.response\.json\(\)${path}`;
const header = String.raw`pm\.response\.headers\.get\(${string}\)`;
const notEmpty = String.raw`\.to\.not\.be\.oneOf\(\[null, undefined, ""\]\)`;

type Read = (match: RegExpExecArray) => Check | undefined;
const check = (of: Check['of'], is: Check['is'], value = '', name = ''): Check => ({ of, name, is, value });
const barePath = (text = '') => text.replace(/^\./, '');

/** The forms that are read, each with what it means. */
const forms: readonly (readonly [RegExp, Read])[] = (
  [
    [String.raw`pm\.response\.to\.have\.status\(${number}\)`, ([, value]) => check('status', 'equals', value)],
    [String.raw`pm\.expect\(pm\.response\.code\)\.to\.(?:equal|eql|eq)\(${number}\)`, ([, value]) => check('status', 'equals', value)],
    [String.raw`pm\.expect\(pm\.response\.code\)\.to\.be\.below\(${number}\)`, ([, value]) => check('status', 'below', value)],
    [String.raw`pm\.expect\(pm\.response\.responseTime\)\.to\.be\.below\(${number}\)`, ([, value]) => check('time', 'below', value)],
    [String.raw`pm\.expect\(pm\.response\.responseTime\)\.to\.equal\(${number}\)`, ([, value]) => check('time', 'equals', value)],
    [String.raw`pm\.response\.to\.have\.header\(${string}\)`, ([, name]) => check('header', 'exists', '', textOf(name))],
    [String.raw`pm\.expect\(${header}\)${notEmpty}`, ([, name]) => check('header', 'exists', '', textOf(name))],
    [
      String.raw`pm\.expect\(${header}\)\.to\.(?:equal|eql|eq)\(${string}\)`,
      ([, name, value]) => check('header', 'equals', textOf(value), textOf(name)),
    ],
    [
      String.raw`pm\.expect\(${header}\)\.to\.include\(${string}\)`,
      ([, name, value]) => check('header', 'contains', textOf(value), textOf(name)),
    ],
    [String.raw`pm\.expect\(pm\.response\.text\(\)\)\.to\.include\(${string}\)`, ([, value]) => check('body', 'contains', textOf(value))],
    [
      String.raw`pm\.expect\(pm\.response\.text\(\)\)\.to\.(?:equal|eql|eq)\(${string}\)`,
      ([, value]) => check('body', 'equals', textOf(value)),
    ],
    [String.raw`pm\.expect\(pm\.response\.text\(\)\)${notEmpty}`, () => check('body', 'exists')],
    [String.raw`pm\.expect\(${json}\)\.to\.exist`, ([, name]) => check('json', 'exists', '', barePath(name))],
    [
      String.raw`pm\.expect\(${json}\)\.to\.include\(${string}\)`,
      ([, name, value]) => check('json', 'contains', textOf(value), barePath(name)),
    ],
    [String.raw`pm\.expect\(${json}\)\.to\.be\.below\(${number}\)`, ([, name, value]) => check('json', 'below', value, barePath(name))],
    [
      String.raw`pm\.expect\(${json}\)\.to\.(?:eql|equal|eq)\(([^\n]*)\)`,
      ([, name, value = '']) => (isJson(value) ? check('json', 'equals', value, barePath(name)) : undefined),
    ],
  ] as readonly (readonly [string, Read])[]
).map(([form, read]) => [new RegExp(`^${form};?$`), read] as const);

/** One `pm.test(name, function () { ONE EXPECTATION })`; arrow functions too. */
const testForm = new RegExp(String.raw`^pm\.test\(\s*${string},\s*(?:function\s*\(\)|\(\)\s*=>)\s*\{\s*([^\n]*?)\s*\}\s*\);?$`);

/** The checks of a test script, and how many of its statements are none. Lines of a test are joined first. */
export function readScript(lines: readonly string[]): { readonly checks: readonly Check[]; readonly leftOut: number } {
  const statements = joinTests(lines.join('\n').slice(0, 200_000).split(/\r?\n/));
  const read = statements.map(readStatement);
  const checks = read.filter((one) => one !== undefined);
  return { checks, leftOut: read.length - checks.length };
}

function readStatement(statement: string): Check | undefined {
  const inner = testForm.exec(statement)?.[2] ?? statement;
  for (const [form, read] of forms) {
    const match = form.exec(inner);
    const found = match === null ? undefined : read(match);
    if (found !== undefined && (found.of !== 'json' || parsePath(found.name) !== undefined)) return found;
  }
  return undefined;
}

/** Puts a test that spans lines on one line; empty lines and comments go. */
function joinTests(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let open: string[] | undefined;
  for (const line of lines.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith('//'))) {
    if (open !== undefined) {
      open.push(line);
      if (/^\}\s*\);?$/.test(line)) {
        joined.push(open.join(' '));
        open = undefined;
      }
    } else if (/^pm\.test\(.*\{$/.test(line)) open = [line];
    else joined.push(line);
  }
  if (open !== undefined) joined.push(open.join(' '));
  return joined;
}

/** A string literal's text; single quotes are read as double ones. */
function textOf(literal = '""'): string {
  const quoted = literal.startsWith("'")
    ? `"${literal
        .slice(1, -1)
        .replaceAll(String.raw`\'`, "'")
        .replaceAll(/(?<!\\)"/g, String.raw`\"`)}"`
    : literal;
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : '';
  } catch {
    return literal.slice(1, -1);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
