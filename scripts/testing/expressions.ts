import { basename, dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './sizes.ts';

/** A regular expression of the source: as a literal, or as `new RegExp(…)` with text that can be told without running it. */
export type Expression = {
  readonly path: string;
  readonly line: number;
  /** As it is written there. */
  readonly written: string;
  /** What it is made of; `undefined` where only a run would tell. */
  readonly pattern: Pattern | undefined;
};

/** What an expression matches by. */
export type Pattern = { readonly source: string; readonly flags: string };

/** An expression that may be where it is, and why. `pattern` is it as a literal, or `atRunTime` for those that a file puts together. */
export type ExpressionException = { readonly file: string; readonly pattern: string; readonly reason: string };

/** Whether an expression takes time in proportion to the text, whatever the text is; otherwise what speaks against it. */
export type Verdict = { readonly isLinear: true } | { readonly isLinear: false; readonly why: string };

/** What stands for every expression of a file that is put together while it runs. */
export const atRunTime = 'new RegExp(…)';

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path) || /^(?:start-)?test-/.test(basename(path));

/** Expressions that are slow or cannot be told without an exception, and exceptions that nothing needs, each in a line. */
export function findSlowExpressions(
  files: readonly SourceFile[],
  judge: (pattern: Pattern) => Verdict,
  exceptions: readonly ExpressionException[],
): readonly string[] {
  const excepted = new Set(exceptions.map(({ file, pattern }) => `${file}: ${pattern}`));
  const needed = new Set<string>();
  const faults = findExpressions(files).flatMap(({ path, line, written, pattern }) => {
    const verdict = pattern === undefined ? untold : judge(pattern);
    if (verdict.isLinear) return [];
    const place = `${path}: ${pattern === undefined ? atRunTime : literalOf(pattern)}`;
    needed.add(place);
    return excepted.has(place) ? [] : [`${path}:${line}: ${pattern === undefined ? written : literalOf(pattern)} ${verdict.why}`];
  });
  return [...faults, ...[...excepted].filter((place) => !needed.has(place)).map((place) => `${place} needs no exception; remove it`)];
}

const untold: Verdict = {
  isLinear: false,
  why: 'is put together while it runs: write it as a literal, read the text without an expression, or say why it cannot be slow',
};

/** A pattern as a literal. */
export function literalOf({ source, flags }: Pattern): string {
  return `/${source}/${flags}`;
}

/** Every expression of these files, tests aside. */
export function findExpressions(files: readonly SourceFile[]): readonly Expression[] {
  const parsed = new Map(files.map(({ path, source }) => [path, ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)]));
  return [...parsed].flatMap(([path, file]) => {
    if (isTest(path)) return [];
    const found: Expression[] = [];
    const visit = (node: ts.Node): void => {
      const pattern = patternOf(node, { path, file, parsed });
      if (pattern !== 'none') {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        found.push({ path, line, written: node.getText(file).replaceAll(/\s+/g, ' '), pattern });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

type Place = { readonly path: string; readonly file: ts.SourceFile; readonly parsed: ReadonlyMap<string, ts.SourceFile> };

/** `none`: this makes no expression. */
function patternOf(node: ts.Node, place: Place): Pattern | undefined | 'none' {
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node.text);
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return 'none';
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return 'none';
  const [source, flags] = node.arguments ?? [];
  if (source === undefined) return undefined;
  const told = ts.isRegularExpressionLiteral(source) ? partsOf(source.text) : { source: textOf(source, place), flags: '' };
  const toldFlags = flags === undefined ? told.flags : textOf(flags, place);
  return told.source === undefined || toldFlags === undefined ? undefined : { source: told.source, flags: toldFlags };
}

function partsOf(literal: string): Pattern {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** What an expression of text comes to, if it is put together of constants. */
function textOf(node: ts.Expression, place: Place, depth = 0): string | undefined {
  if (depth > 20) return undefined;
  const inner = (part: ts.Expression) => textOf(part, place, depth + 1);
  if (ts.isParenthesizedExpression(node)) return inner(node.expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return joinTemplate(node, inner, ({ text }) => text);
  if (ts.isTaggedTemplateExpression(node)) {
    if (node.tag.getText(place.file) !== 'String.raw') return undefined;
    const raw = (part: ts.TemplateLiteralToken) => part.rawText ?? part.text;
    return ts.isTemplateExpression(node.template) ? joinTemplate(node.template, inner, raw) : raw(node.template);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [inner(node.left), inner(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return ts.isIdentifier(node) ? constantOf(node.text, place, depth + 1) : undefined;
}

function joinTemplate(
  { head, templateSpans }: ts.TemplateExpression,
  inner: (part: ts.Expression) => string | undefined,
  read: (part: ts.TemplateLiteralToken) => string,
): string | undefined {
  let text = read(head);
  for (const { expression, literal } of templateSpans) {
    const value = inner(expression);
    if (value === undefined) return undefined;
    text += value + read(literal);
  }
  return text;
}

/** The text of a constant of a file, its own or one that it imports from another file of ours. */
function constantOf(name: string, place: Place, depth: number): string | undefined {
  for (const statement of place.file.statements) {
    if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0) {
      const declared = statement.declarationList.declarations.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
      if (declared?.initializer !== undefined) return textOf(declared.initializer, place, depth);
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    const imported =
      bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.find((one) => one.name.text === name) : undefined;
    if (imported === undefined) continue;
    const path = fileOf(statement.moduleSpecifier.text, place.path);
    const file = place.parsed.get(path);
    return file === undefined ? undefined : constantOf((imported.propertyName ?? imported.name).text, { ...place, path, file }, depth + 1);
  }
  return undefined;
}

/** The file that an import names: beside the one that has it, or of a package of ours. */
function fileOf(specifier: string, from: string): string {
  const [, name = '', rest = ''] = /^@castellan\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return name === '' ? normalize(join(dirname(from), specifier)) : `packages/${name}/src/${rest}.ts`;
}
