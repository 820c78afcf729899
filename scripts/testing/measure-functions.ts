import ts from 'typescript';

/** A function as it is written: blank lines, comments and the functions inside of it are counted in its lines. */
export type MeasuredFunction = {
  /** Its own name, or that of what it is given to: `save`, `save > useEffect`. */
  readonly name: string;
  /** The line that it begins on. */
  readonly line: number;
  readonly lines: number;
  /** In a .tsx file: named in PascalCase and returning JSX. */
  readonly isComponent: boolean;
};

/** Every function of a source file that has a body, those inside of others too. */
export function measureFunctions(path: string, source: string): readonly MeasuredFunction[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: MeasuredFunction[] = [];
  const visit = (node: ts.Node, within: string): void => {
    const measured = measure(node, within, file);
    if (measured !== undefined) found.push(measured);
    ts.forEachChild(node, (child) => visit(child, measured?.name ?? within));
  };
  visit(file, '');
  return found;
}

function measure(node: ts.Node, within: string, file: ts.SourceFile): MeasuredFunction | undefined {
  const body = bodyOf(node);
  if (body === undefined) return undefined;
  const own = ownName(node);
  const first = lineOf(file, node.getStart(file));
  return {
    name: own ?? [within, callee(node)].filter((part) => part !== '').join(' > '),
    line: first,
    lines: lineOf(file, node.getEnd()) - first + 1,
    isComponent: file.fileName.endsWith('.tsx') && own !== undefined && /^[A-Z]\w*$/.test(own) && returnsJsx(body),
  };
}

function lineOf(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line + 1;
}

function bodyOf(node: ts.Node): ts.ConciseBody | undefined {
  if (ts.isArrowFunction(node)) return node.body;
  return ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
}

/** What it is declared, assigned or wrapped as: `memo(() => …)` has the name of its variable. */
function ownName(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isFunctionLike(node) && node.name !== undefined) return node.name.getText();
  const holder = ts.isCallExpression(node.parent) && !ts.isExpressionStatement(node.parent.parent) ? node.parent.parent : node.parent;
  const isNaming = ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder) || ts.isPropertyDeclaration(holder);
  return isNaming ? holder.name.getText() : undefined;
}

/** What a function without a name is given to. */
function callee({ parent }: ts.Node): string {
  return ts.isCallExpression(parent) ? parent.expression.getText().replace(/\s+/g, ' ').slice(0, 40) : 'function';
}

function returnsJsx(body: ts.ConciseBody): boolean {
  if (!ts.isBlock(body)) return holdsJsx(body);
  const returns = (node: ts.Node): boolean => {
    if (ts.isFunctionLike(node)) return false;
    if (ts.isReturnStatement(node)) return node.expression !== undefined && holdsJsx(node.expression);
    return ts.forEachChild(node, (child) => returns(child) || undefined) ?? false;
  };
  return returns(body);
}

function holdsJsx(node: ts.Node): boolean {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, (child) => holdsJsx(child) || undefined) ?? false;
}
