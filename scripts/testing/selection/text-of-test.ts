import ts from 'typescript';
import { type Places, resolveImport } from './places.ts';

/** The texts of one file: its statements, its top-level declarations by their names, and what it takes under which name from where. */
type Parts = {
  readonly statements: readonly string[];
  readonly declared: ReadonlyMap<string, string>;
  readonly taken: ReadonlyMap<string, Step>;
};

type Step = { readonly from: string; readonly name: string };

/** Where steps are found. `hasSteps`: whether a file holds some. */
type Sources = { readonly places: Places; readonly read: (file: string) => string; readonly hasSteps: (file: string) => boolean };

/**
 * All that a test says: its own text, and that of each step which it takes from other files, with the steps which that one takes. What
 * else such a file holds is not the test's. Imports are left out: where a module lies says nothing about what is visited.
 */
export function createTextOfTest(sources: Sources): (test: string) => string {
  const known = new Map<string, Parts>();
  const partsOf = (file: string): Parts => {
    const parts = known.get(file) ?? splitFile(sources, file);
    known.set(file, parts);
    return parts;
  };
  return (test) => {
    const seen = new Set<string>();
    const texts: string[] = [];
    const follow = (file: string, text: string): void => {
      if (seen.has(`${file}\n${text}`)) return;
      seen.add(`${file}\n${text}`);
      texts.push(text);
      const { declared, taken } = partsOf(file);
      for (const word of new Set(text.match(/[\w$]+/g))) {
        const step = taken.get(word) ?? { from: file, name: word };
        const found = step.from === file ? declared.get(word) : partsOf(step.from).declared.get(step.name);
        if (found !== undefined) follow(step.from, found);
      }
    };
    for (const text of partsOf(test).statements) follow(test, text);
    return texts.join('\n');
  };
}

function splitFile(sources: Sources, file: string): Parts {
  const source = ts.createSourceFile(file, sources.read(file), ts.ScriptTarget.Latest, false);
  const statements = source.statements.filter((statement) => !ts.isImportDeclaration(statement));
  return {
    statements: statements.map((statement) => statement.getText(source)),
    declared: new Map(statements.flatMap((statement) => namesOf(statement).map((name) => [name, statement.getText(source)] as const))),
    taken: new Map(source.statements.flatMap((statement) => (ts.isImportDeclaration(statement) ? stepsOf(sources, file, statement) : []))),
  };
}

function stepsOf({ places, hasSteps }: Sources, file: string, node: ts.ImportDeclaration): readonly (readonly [string, Step])[] {
  const bindings = node.importClause?.namedBindings;
  const [from] = ts.isStringLiteral(node.moduleSpecifier) ? resolveImport(places, file, node.moduleSpecifier.text) : [];
  if (from === undefined || !hasSteps(from) || !places.files.has(from) || bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ name, propertyName }) => [name.text, { from, name: (propertyName ?? name).text }] as const);
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  return ts.isFunctionDeclaration(statement) && statement.name !== undefined ? [statement.name.text] : [];
}
