import { posix } from 'node:path';
import ts from 'typescript';

/**
 * Something that a file names. `import`: before it runs; `later`: while it runs; `text`: a path in a text, as it stands there; `path`: one
 * that the file puts together, relative to the repository; `listed`: such a folder whose files it reads one by one.
 */
export type Named = { readonly kind: 'import' | 'later' | 'text' | 'path' | 'listed'; readonly path: string };

/** A text that is one path. */
const wholePath = /^[\w.$@-]+(?:\/[\w.$@-]*)+$/;

/** A path within a text, such as a program for another process: with slashes and an extension. */
const pathInText = /(?:[\w.$@-]+\/)+[\w.-]+\.\w+/g;

/** What a TypeScript file names, without what the compiler erases: imports, patterns of `import.meta.glob`, and paths in its texts. */
export function namedIn(file: string, text: string): readonly Named[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const named: Named[] = [];
  const pathOf = createPathOf(file, source);
  const add = (kind: Named['kind'], path: string | undefined) => {
    if (path !== undefined) named.push({ kind, path });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || isErased(node)) return;
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)) {
      if (node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) add('import', node.moduleSpecifier.text);
      return;
    }
    if (isText(node)) {
      const paths = wholePath.test(node.text) ? [node.text] : [...node.text.matchAll(pathInText)].map(([path]) => path);
      for (const path of paths) add('text', path);
      return;
    }
    const made = ts.isIdentifier(node) || !ts.isExpression(node) ? undefined : pathOf(node);
    if (made !== undefined) {
      add('path', made);
      return;
    }
    if (ts.isCallExpression(node)) {
      add('listed', listedBy(node, source, pathOf));
      const later = importedLater(node, source);
      for (const path of later) add('later', path);
      if (later.length > 0) return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return named;
}

function isErased(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly === true : ts.isExportDeclaration(node) && node.isTypeOnly;
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

/** What `import()` and `import.meta.glob()` are given as texts. */
function importedLater(node: ts.CallExpression, source: ts.SourceFile): readonly string[] {
  const [given] = node.arguments;
  if (given === undefined || !/^import(?:\.meta\.glob)?$/.test(node.expression.getText(source))) return [];
  const patterns = ts.isArrayLiteralExpression(given) ? given.elements : [given];
  return patterns.flatMap((pattern) => (ts.isStringLiteralLike(pattern) ? [pattern.text] : []));
}

type PathOf = (node: ts.Expression) => string | undefined;

/** The folder that `readdirSync` lists, or `globSync` searches. */
function listedBy(node: ts.CallExpression, source: ts.SourceFile, pathOf: PathOf): string | undefined {
  const [first, second] = node.arguments;
  const called = node.expression.getText(source);
  if (called === 'readdirSync') return first === undefined ? undefined : pathOf(first);
  if (called !== 'globSync' || second === undefined || !ts.isObjectLiteralExpression(second)) return undefined;
  const folder = second.properties.find((property) => property.name?.getText(source) === 'cwd');
  return folder !== undefined && ts.isPropertyAssignment(folder) ? pathOf(folder.initializer) : undefined;
}

/**
 * Reads the path that an expression makes by `import.meta.dirname`, `join` or `new URL`, by a constant of the file too. The path ends
 * where only the running program knows on.
 */
function createPathOf(file: string, source: ts.SourceFile): PathOf {
  const constants = new Map<string, ts.Expression>();
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, collect);
  };
  collect(source);
  const folder = posix.dirname(file);
  const pathOf = (node: ts.Expression, depth = 0): string | undefined => {
    const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
    if (constant !== undefined) return depth > 5 ? undefined : pathOf(constant, depth + 1);
    if (ts.isPropertyAccessExpression(node)) return node.getText(source) === 'import.meta.dirname' ? folder : undefined;
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
    const [first, ...rest] = node.arguments ?? [];
    const called = node.expression.getText(source);
    if (first === undefined) return undefined;
    if (called === 'URL')
      return rest[0]?.getText(source) === 'import.meta.url' && !ts.isIdentifier(first) ? joined(folder, [first]) : undefined;
    const base = /^(?:join|resolve|fileURLToPath)$/.test(called) ? pathOf(first, depth + 1) : undefined;
    return base === undefined ? undefined : joined(base, rest);
  };
  return pathOf;
}

/** A path with what follows it, up to the first part that is no text. */
function joined(from: string, rest: readonly ts.Expression[]): string {
  const known = rest.findIndex((part) => !ts.isStringLiteralLike(part));
  const texts = (known < 0 ? rest : rest.slice(0, known)).map((part) => (ts.isStringLiteralLike(part) ? part.text : ''));
  const next = known < 0 ? undefined : rest[known];
  const head = next !== undefined && ts.isTemplateExpression(next) ? next.head.text.replace(/[^/]*$/, '') : '';
  return posix.join(from, ...texts, head);
}
