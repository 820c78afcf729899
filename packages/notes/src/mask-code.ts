/**
 * The text with everything blanked, character by character, in which Obsidian finds neither links nor tags: fenced, indented and
 * inline code, comments (`%% %%`, `<!-- -->`) and display maths. Line breaks stay, so that every offset stays.
 */
export function maskCode(text: string): string {
  const withoutBlocks = maskBlocks(text);
  return maskPairs(maskPairs(maskPairs(maskInlineCode(withoutBlocks), '%%', '%%'), '<!--', '-->'), '$$', '$$');
}

const blank = (text: string) => text.replace(/[^\r\n]/g, ' ');

const fenceStart = /^ {0,3}(`{3,}|~{3,})/;

function maskBlocks(text: string): string {
  if (!/```|~~~|^(?: {4}|\t)/m.test(text)) return text;
  let fence: string | undefined;
  let wasBlank = true;
  let isIndented = false;
  let isInList = false;
  return text
    .split('\n')
    .map((line) => {
      const marks = fenceStart.exec(line)?.[1];
      if (fence !== undefined) {
        const isEnd = marks?.startsWith(fence) === true && line.trim() === marks;
        if (isEnd) fence = undefined;
        return blank(line);
      }
      if (marks !== undefined && !(marks.startsWith('`') && line.slice(line.indexOf(marks) + marks.length).includes('`'))) {
        fence = marks;
        return blank(line);
      }
      const isBlank = line.trim() === '';
      if (!isBlank && !/^[ \t]/.test(line)) isInList = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(line);
      isIndented = !isInList && /^(?: {4}|\t)/.test(line) && (wasBlank || isIndented);
      wasBlank = isBlank;
      return isIndented && !isBlank ? blank(line) : line;
    })
    .join('\n');
}

/** Code between equal runs of backticks, within one paragraph (CommonMark 0.31, 6.1). */
function maskInlineCode(text: string): string {
  if (!text.includes('`')) return text;
  const parts: string[] = [];
  let at = 0;
  for (const breaks of [...text.matchAll(/\n[ \t\r]*\n/g), undefined]) {
    const end = breaks === undefined ? text.length : breaks.index;
    parts.push(maskSpans(text.slice(at, end)));
    at = end;
  }
  return parts.join('');
}

function maskSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  if (runs.length < 2) return paragraph;
  const nextOfSize = new Map<number, number>();
  const closes: (number | undefined)[] = [];
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const size = runs[index]?.[0].length ?? 0;
    closes[index] = nextOfSize.get(size);
    nextOfSize.set(size, index);
  }
  const parts: string[] = [];
  let at = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const close = closes[index];
    const open = runs[index];
    const end = close === undefined ? undefined : runs[close];
    if (open === undefined || end === undefined || close === undefined) continue;
    parts.push(paragraph.slice(at, open.index), blank(paragraph.slice(open.index, end.index + end[0].length)));
    at = end.index + end[0].length;
    index = close;
  }
  return parts.join('') + paragraph.slice(at);
}

function maskPairs(text: string, open: string, close: string): string {
  if (!text.includes(open)) return text;
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const from = text.indexOf(open, at);
    const end = from < 0 ? -1 : text.indexOf(close, from + open.length);
    if (end < 0) break;
    parts.push(text.slice(at, from), blank(text.slice(from, end + close.length)));
    at = end + close.length;
  }
  return parts.join('') + text.slice(at);
}
