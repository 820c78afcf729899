import type { Block } from '@castellan/content/markdown/blocks';
import { StreamLanguage, type StreamParser } from '@codemirror/language';
import { diff } from '@codemirror/legacy-modes/mode/diff';
import { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile';
import { http } from '@codemirror/legacy-modes/mode/http';
import { nginx } from '@codemirror/legacy-modes/mode/nginx';
import { powerShell } from '@codemirror/legacy-modes/mode/powershell';
import { ruby } from '@codemirror/legacy-modes/mode/ruby';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { standardSQL } from '@codemirror/legacy-modes/mode/sql';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import type { Parser, Tree } from '@lezer/common';
import { parser as cpp } from '@lezer/cpp';
import { parser as css } from '@lezer/css';
import { parser as go } from '@lezer/go';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { parser as html } from '@lezer/html';
import { parser as java } from '@lezer/java';
import { parser as javascript } from '@lezer/javascript';
import { parser as json } from '@lezer/json';
import { parser as python } from '@lezer/python';
import { parser as rust } from '@lezer/rust';
import { parser as xml } from '@lezer/xml';
import { parser as yaml } from '@lezer/yaml';
import type { CodeStyle, ColouredCode } from './coloured-code.ts';

/** Longer blocks stay plain, and so does what comes after so much coloured code. */
const maxBlock = 5_000;
const maxInAll = 20_000;

/** A mode reads line by line, and looks ahead within one. */
const maxLine = 1000;

const typescript = javascript.configure({ dialect: 'ts' });
/** What a mode cannot read it calls an error, which has no colour; without its name each would be told on the console. */
const streamed = <State>(mode: StreamParser<State>) =>
  StreamLanguage.define({ ...mode, tokenTable: { ...mode.tokenTable, error: tags.invalid } }).parser;

/** By the names that people write behind the fence. Grammars first; what has none of these is read by a mode of CodeMirror 5. */
const parsers: ReadonlyMap<string, Parser> = new Map(
  (
    [
      ['ts typescript mts cts', typescript],
      ['js javascript mjs cjs', javascript],
      ['tsx', javascript.configure({ dialect: 'ts jsx' })],
      ['jsx', javascript.configure({ dialect: 'jsx' })],
      ['json jsonc json5', json],
      ['css', css],
      ['html', html],
      ['xml svg', xml],
      ['yaml yml', yaml],
      ['python py', python],
      ['rust rs', rust],
      ['go golang', go],
      ['java', java],
      ['c h cpp c++ cc hpp', cpp],
      ['sh bash zsh shell console', streamed(shell)],
      ['sql postgresql psql sqlite mysql', streamed(standardSQL)],
      ['toml', streamed(toml)],
      ['dockerfile docker', streamed(dockerFile)],
      ['diff patch', streamed(diff)],
      ['http', streamed(http)],
      ['nginx', streamed(nginx)],
      ['powershell ps1 pwsh', streamed(powerShell)],
      ['ruby rb', streamed(ruby)],
    ] as const
  ).flatMap(([names, parser]) => names.split(' ').map((name) => [name, parser as Parser] as const)),
);

const styles = tagHighlighter([
  { tag: [tags.comment, tags.meta, tags.processingInstruction], class: 'comment' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], class: 'keyword' },
  { tag: [tags.self, tags.null, tags.bool, tags.atom, tags.modifier], class: 'keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], class: 'string' },
  { tag: [tags.number, tags.unit, tags.color], class: 'number' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], class: 'type' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.propertyName)], class: 'name' },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.propertyName, tags.attributeName, tags.macroName], class: 'name' },
  { tag: [tags.standard(tags.variableName), tags.labelName, tags.heading], class: 'name' },
  { tag: [tags.operator, tags.punctuation, tags.bracket, tags.angleBracket], class: 'mark' },
  { tag: tags.inserted, class: 'added' },
  { tag: tags.deleted, class: 'removed' },
]);

/**
 * The blocks with their code coloured, where its language is known; for the server, while a page is made. What would take long stays
 * plain: long blocks, long lines, and code that its grammar needs many steps for. Never throws.
 */
export function colourCode(blocks: readonly Block[]): readonly (Block | ColouredCode)[] {
  let left = maxInAll;
  return blocks.map((block) => {
    if (block.kind !== 'code' || block.text.length > Math.min(left, maxBlock)) return block;
    const parser = parsers.get(block.language?.toLowerCase() ?? '');
    if (parser === undefined || block.text.split('\n').some((line) => line.length > maxLine)) return block;
    left -= block.text.length;
    const pieces = piecesOf(parser, block.text);
    // Whoever wrote one block that takes long may have written more.
    if (pieces === undefined) left = 0;
    return pieces === undefined ? block : { kind: 'coloured-code', pieces };
  });
}

function piecesOf(parser: Parser, text: string): ColouredCode['pieces'] | undefined {
  const tree = parseInSteps(parser, text);
  if (tree === undefined) return undefined;
  const pieces: [CodeStyle, string][] = [];
  const say = (style: CodeStyle, from: number, to: number) => {
    const last = pieces.at(-1);
    if (to <= from) return;
    if (last?.[0] === style) last[1] += text.slice(from, to);
    else pieces.push([style, text.slice(from, to)]);
  };
  let at = 0;
  highlightTree(tree, styles, (from, to, classes) => {
    say('', at, from);
    say(styleOf(classes), from, to);
    at = to;
  });
  say('', at, text.length);
  return pieces;
}

/** Of several the last is the nearest. */
function styleOf(classes: string): CodeStyle {
  return (classes.split(' ').at(-1) ?? '') as CodeStyle;
}

/**
 * The tree of a text; `undefined` where the grammar takes more steps than code does. Each step reads a word or a sign, or closes what
 * was read: code takes less than one a character, and what is no code takes more, because the grammar tries to mend it.
 */
function parseInSteps(parser: Parser, text: string): Tree | undefined {
  const parse = parser.startParse(text);
  try {
    for (let steps = text.length + 200; steps > 0; steps -= 1) {
      const tree = parse.advance();
      if (tree !== null) return tree;
    }
  } catch {
    // Nested too deep for a grammar that looks at it by recursion.
  }
  return undefined;
}
