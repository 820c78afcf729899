import ts from 'typescript';
import type { SourceFile } from './sizes.ts';

/** A turn of phrase that no screen shows: what is looked for, what to write instead, why, and a sentence that has it. */
export type BannedTurn = { readonly pattern: RegExp; readonly instead: string; readonly reason: string; readonly example: string };

/** A text in a source file: `line` counts from 1; white space is folded. */
export type ShownText = { readonly line: number; readonly text: string };

/** Longer ones are lists of words, such as a dictionary's. */
const longestText = 3000;

/**
 * The texts of a source file that people may read: text between tags, attributes, and strings and templates with a space in them. What a
 * template fills in stands as `…`. Comments, imports, types and class names are not among them.
 */
export function readShownTexts({ path, source }: SourceFile): readonly ShownText[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: ShownText[] = [];
  const keep = (node: ts.Node, raw: string) => {
    const text = raw.replace(/\s+/g, ' ').trim();
    const start = node.pos + source.slice(node.pos).search(/\S/);
    if (text.includes(' ') && text.length <= longestText) found.push({ line: file.getLineAndCharacterOfPosition(start).line + 1, text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isClassName(node)) return;
    if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) keep(node, node.text);
    if (ts.isTemplateExpression(node)) keep(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isClassName(node: ts.Node): boolean {
  return ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && /^class(?:Name)?$/.test(node.name.text);
}

/** Texts with a banned turn, each in a line with what to write instead. */
export function findBannedTurns(files: readonly SourceFile[], turns: readonly BannedTurn[]): readonly string[] {
  return files.flatMap((file) =>
    readShownTexts(file).flatMap(({ line, text }) =>
      turns
        .filter(({ pattern }) => pattern.test(text))
        .map(({ pattern, instead, reason }) => `${file.path}:${line}: “${pattern.exec(text)?.[0]}”: write ${instead} (${reason}): ${text}`),
    ),
  );
}
