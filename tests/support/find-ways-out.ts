import ts from 'typescript';

/** What one file may do that others may not: names it may import from a module, and words it may use. */
export type Allowance = {
  readonly imports?: Readonly<Record<string, readonly string[]>>;
  readonly words?: readonly string[];
};

/**
 * Modules by which a connection can be opened, or a module got past the imports; with the names of them that open none. A type
 * is nobody's connection.
 */
const modules: Readonly<Record<string, readonly string[]>> = {
  net: ['isIP', 'isIPv4', 'isIPv6', 'BlockList'],
  tls: ['checkServerIdentity', 'rootCertificates'],
  http: [],
  https: [],
  http2: [],
  dgram: [],
  dns: [],
  'dns/promises': [],
  inspector: [],
  'inspector/promises': [],
  module: ['createRequire'],
  repl: [],
  vm: [],
  undici: [],
  ws: [],
  // Asks by the platform's own `fetch` where it is handed no other.
  oauth4webapi: [
    'allowInsecureRequests',
    'ClientSecretBasic',
    'ClientSecretPost',
    'clockSkew',
    'customFetch',
    'processAuthorizationCodeResponse',
    'processDiscoveryResponse',
    'processUserInfoResponse',
    'validateAuthResponse',
  ],
  // Its values besides the two that connect: errors, types and quoting (see `drivers`).
  pg: ['default'],
};

/** Words that reach a connection, or anything at all, without an import. */
const globals: ReadonlySet<string> = new Set([
  'fetch',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'XMLHttpRequest',
  'globalThis',
  'global',
  'require',
  'eval',
  'Function',
]);

/** Names that nobody uses for anything else, wherever they stand. */
const anywhere: ReadonlySet<string> = new Set([
  'getBuiltinModule',
  'binding',
  '_linkedBinding',
  'mainModule',
  'dlopen',
  'createRemoteJWKSet',
]);

const drivers: ReadonlySet<string> = new Set(['Client', 'Pool', 'Connection', 'native']);

/** Where none of this stands there is nothing to parse: most files. An escape in a name could hide any of it. */
const mayHoldOne = new RegExp(
  [
    String.raw`\b(?:${[...globals, ...anywhere, 'createRequire'].join('|')})\b`,
    String.raw`['"\x60](?:node:)?(?:${Object.keys(modules).join('|')})(?:/[^'"\x60]*)?['"\x60]`,
    String.raw`\bimport\b\s*(?:/|\()`,
    String.raw`\bprocess\b\s*(?:/|\[|\?\.\[)`,
    String.raw`['"\x60](?:data|https?|blob|file):`,
    String.raw`\\[ux]`,
  ].join('|'),
  'i',
);

/**
 * Every place of a module's source that may open a connection, as `line: what stands there`. It reads what is written: names of
 * globals, imports of any kind, and the known ways around them. What is allowed to this file is left out.
 */
export function findWaysOut(source: string, allowed: Allowance = {}): readonly string[] {
  if (!mayHoldOne.test(source)) return [];
  const file = ts.createSourceFile('module.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const say = (node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${line + 1}: ${node.getText(file).slice(0, 80)}`);
  };
  const visit = (node: ts.Node): void => {
    if (isWayOut(node, allowed)) say(node);
    // A type opens nothing, and an import's names were looked at with it.
    if (!isType(node) && !ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isType(node: ts.Node): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isHeritageClause(node)) return node.token === ts.SyntaxKind.ImplementsKeyword;
  // What a class extends is a value, although the compiler's own name for it says otherwise.
  return ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node);
}

function isWayOut(node: ts.Node, allowed: Allowance): boolean {
  if (ts.isImportDeclaration(node)) return importsOut(node, allowed);
  if (ts.isExportDeclaration(node))
    return !node.isTypeOnly && node.moduleSpecifier !== undefined && isGuarded(textOf(node.moduleSpecifier));
  if (ts.isExternalModuleReference(node)) return isGuarded(textOf(node.expression));
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [address] = node.arguments;
    const text = address === undefined ? undefined : textOf(address);
    return text === undefined ? allowed.words?.includes('import') !== true : isGuarded(text);
  }
  if (ts.isStringLiteralLike(node)) return anywhere.has(node.text);
  if (ts.isElementAccessExpression(node)) return ts.isIdentifier(node.expression) && node.expression.text === 'process';
  return ts.isIdentifier(node) && namesWayOut(node, allowed);
}

function importsOut({ importClause: clause, moduleSpecifier }: ts.ImportDeclaration, allowed: Allowance): boolean {
  const name = moduleName(textOf(moduleSpecifier) ?? '');
  if (isAddress(textOf(moduleSpecifier))) return true;
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || !Object.hasOwn(modules, name)) {
    return importedNames(clause).some((imported) => anywhere.has(imported));
  }
  const harmless = new Set([...(modules[name] ?? []), ...(allowed.imports?.[name] ?? [])]);
  const names = importedNames(clause);
  // An import of nothing runs the module, which opens no connection by itself; the names are what can.
  return names.some((imported) => !harmless.has(imported)) || (name === 'module' && isRenamed(clause));
}

/** The names that are taken as values; `*` for all of them. */
function importedNames(clause: ts.ImportClause | undefined): readonly string[] {
  if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const own = clause.name === undefined ? [] : ['default'];
  const { namedBindings } = clause;
  if (namedBindings === undefined) return own;
  if (ts.isNamespaceImport(namedBindings)) return [...own, '*'];
  const named = namedBindings.elements.filter(({ isTypeOnly: isType }) => !isType);
  return [...own, ...named.map(({ name, propertyName }) => (propertyName ?? name).text)];
}

function isRenamed(clause: ts.ImportClause | undefined): boolean {
  const bindings = clause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some(({ propertyName }) => propertyName !== undefined);
}

function namesWayOut(node: ts.Identifier, allowed: Allowance): boolean {
  const { text, parent } = node;
  if (allowed.words?.includes(text) === true) return false;
  if (anywhere.has(text)) return true;
  if (text === 'createRequire') return !onlyResolves(node);
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return drivers.has(text) && ts.isIdentifier(parent.expression) && parent.expression.text === 'pg';
  }
  return globals.has(text) && !isOwnName(node);
}

/** `createRequire(…).resolve(…)` finds a file and loads nothing. */
function onlyResolves(node: ts.Identifier): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.expression !== node) return false;
  const access = call.parent;
  return ts.isPropertyAccessExpression(access) && access.name.text === 'resolve' && ts.isCallExpression(access.parent);
}

/** A field or method of that name is no global. */
function isOwnName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) return parent.name === node;
  return ts.isPropertySignature(parent) || ts.isMethodSignature(parent) || ts.isExportSpecifier(parent);
}

function isGuarded(specifier: string | undefined): boolean {
  return specifier === undefined || isAddress(specifier) || Object.hasOwn(modules, moduleName(specifier));
}

/** An address may bring any code with it. */
function isAddress(specifier: string | undefined): boolean {
  return specifier !== undefined && /^(?:data|https?|blob|file):/i.test(specifier);
}

function moduleName(specifier: string): string {
  return specifier.replace(/^node:/, '').replace(/^(undici|ws|pg)\/.*/, '$1');
}

function textOf(node: ts.Expression): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}
