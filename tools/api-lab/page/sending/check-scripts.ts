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

/** What is read where a form has a value: each begins where the one before it ended, and is read to its end at once. */
const string = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/y;
const number = /(-?\d+(?:\.\d+)?)/y;
const path = /((?:\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*)/y;
const equals = /\.to\.(?:equal|eql|eq)\(/y;
/** Up to the bracket that ends the statement. */
const rest = /([^\n]*)(?=\);?$)/y;

const json = ['pm.expect(pm.response.json()', path, ')'] as const;
const header = ['pm.expect(pm.response.headers.get(', string, '))'] as const;
const notEmpty = '.to.not.be.oneOf([null, undefined, ""])';

type Form = readonly (string | RegExp)[];
/** Takes the values of a form, in their order. */
type Read = (values: readonly string[]) => Check | undefined;
const check = (of: Check['of'], is: Check['is'], value = '', name = ''): Check => ({ of, name, is, value });
const barePath = (text = '') => text.replace(/^\./, '');

/** The forms that are read, each with what it means. */
const forms: readonly (readonly [Form, Read])[] = [
  [['pm.response.to.have.status(', number, ')'], ([value]) => check('status', 'equals', value)],
  [['pm.expect(pm.response.code)', equals, number, ')'], ([value]) => check('status', 'equals', value)],
  [['pm.expect(pm.response.code).to.be.below(', number, ')'], ([value]) => check('status', 'below', value)],
  [['pm.expect(pm.response.responseTime).to.be.below(', number, ')'], ([value]) => check('time', 'below', value)],
  [['pm.expect(pm.response.responseTime).to.equal(', number, ')'], ([value]) => check('time', 'equals', value)],
  [['pm.response.to.have.header(', string, ')'], ([name]) => check('header', 'exists', '', textOf(name))],
  [[...header, notEmpty], ([name]) => check('header', 'exists', '', textOf(name))],
  [[...header, equals, string, ')'], ([name, value]) => check('header', 'equals', textOf(value), textOf(name))],
  [[...header, '.to.include(', string, ')'], ([name, value]) => check('header', 'contains', textOf(value), textOf(name))],
  [['pm.expect(pm.response.text()).to.include(', string, ')'], ([value]) => check('body', 'contains', textOf(value))],
  [['pm.expect(pm.response.text())', equals, string, ')'], ([value]) => check('body', 'equals', textOf(value))],
  [[`pm.expect(pm.response.text())${notEmpty}`], () => check('body', 'exists')],
  [[...json, '.to.exist'], ([name]) => check('json', 'exists', '', barePath(name))],
  [[...json, '.to.include(', string, ')'], ([name, value]) => check('json', 'contains', textOf(value), barePath(name))],
  [[...json, '.to.be.below(', number, ')'], ([name, value]) => check('json', 'below', value, barePath(name))],
  [[...json, equals, rest, ')'], ([name, value = '']) => (isJson(value) ? check('json', 'equals', value, barePath(name)) : undefined)],
];

/** The values of a statement that has a form, with or without its semicolon; `undefined` where it has another one. */
function valuesOf(form: Form, statement: string): readonly string[] | undefined {
  const values: string[] = [];
  let at = 0;
  for (const part of form) {
    if (typeof part === 'string') {
      if (!statement.startsWith(part, at)) return undefined;
      at += part.length;
      continue;
    }
    part.lastIndex = at;
    const found = part.exec(statement);
    if (found === null) return undefined;
    at += found[0].length;
    if (found[1] !== undefined) values.push(found[1]);
  }
  return ['', ';'].includes(statement.slice(at)) ? values : undefined;
}

const testHead = /^pm\.test\(\s*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'),\s*(?:function\s*\(\)|\(\)\s*=>)\s*\{/;

/** The one expectation of `pm.test(name, function () { … })`; arrow functions too. `undefined`: this is none. */
function insideTest(statement: string): string | undefined {
  const head = testHead.exec(statement)?.[0];
  if (head === undefined) return undefined;
  const call = statement.endsWith(';') ? statement.slice(0, -1) : statement;
  const body = call.endsWith(')') ? call.slice(head.length, -1).trimEnd() : '';
  const inner = body.slice(0, -1).trim();
  return body.endsWith('}') && !inner.includes('\n') ? inner : undefined;
}

/** The checks of a test script, and how many of its statements are none. Lines of a test are joined first. */
export function readScript(lines: readonly string[]): { readonly checks: readonly Check[]; readonly leftOut: number } {
  const statements = joinTests(lines.join('\n').slice(0, 200_000).split(/\r?\n/));
  const read = statements.map(readStatement);
  const checks = read.filter((one) => one !== undefined);
  return { checks, leftOut: read.length - checks.length };
}

function readStatement(statement: string): Check | undefined {
  const inner = insideTest(statement) ?? statement;
  for (const [form, read] of forms) {
    const values = valuesOf(form, inner);
    const found = values === undefined ? undefined : read(values);
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
