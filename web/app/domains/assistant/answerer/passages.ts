import type { AskContent } from './ask-content.ts';
import { holds } from './evidence.ts';
import { type Said, sentence } from './said.ts';
import { stemsOf } from './words.ts';

/** Some lines of running text, and where they stand. */
type Passage = { readonly field: string; readonly text: string; readonly part: string; readonly stems: ReadonlySet<string> };

const passagesOf = new WeakMap<AskContent, readonly Passage[]>();

/** Every sentence or paragraph that the content tells something in. */
function passagesIn(content: AskContent): readonly Passage[] {
  const known = passagesOf.get(content);
  if (known !== undefined) return known;
  const of = (field: string, text: string, part = ''): Passage => ({ field, text, part, stems: stemsOf(text) });
  const made = [
    ...content.work.flatMap(({ summary = '', highlights, figure }, at) =>
      [...highlights, summary, figure === undefined ? '' : `${figure.value} ${figure.label}`].map((text) => of(`work[${at}]`, text)),
    ),
    ...content.projects.flatMap(({ description, highlights }, at) =>
      [...highlights, description].map((text) => of(`projects[${at}]`, text)),
    ),
    of('basics.summary', content.basics.summary),
    ...content.about.map((text) => of('about', text)),
    ...content.projects.flatMap(({ study }, at) =>
      study === undefined ? [] : paragraphsOf(study.text).map(({ text, part }) => of(`caseStudy[${at}]`, text, part)),
    ),
  ].filter(({ text }) => text !== '');
  passagesOf.set(content, made);
  return made;
}

/** The paragraphs and list items of a case study as plain text, without its tables and its code. */
function paragraphsOf(markdown: string): readonly { readonly text: string; readonly part: string }[] {
  let part = '';
  let isCode = false;
  const found: { text: string; part: string }[] = [];
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    else if (line.startsWith('## ')) part = line.slice(3).trim().toLowerCase();
    else if (!isCode && line.trim() !== '' && !/^[|#]/.test(line)) found.push({ text: plainText(line), part });
  }
  return found;
}

function plainText(line: string): string {
  return line
    .replace(/^(?:[-*] |\d+\. )/, '')
    .replaceAll(/[*`]/g, '')
    .trim();
}

/** Where to look: in one project or post alone, or everywhere. */
export type Within = { readonly project?: number | undefined; readonly post?: number | undefined };

function isWithin({ field }: Passage, { project, post }: Within): boolean {
  if (post !== undefined) return field === `work[${post}]`;
  return project === undefined || field === `projects[${project}]` || field === `caseStudy[${project}]`;
}

/**
 * The one or two passages that hold the most of some terms: all of them, or two thirds of three or more. Whatever holds fewer would
 * be about something else.
 */
export function findPassages(terms: readonly string[], content: AskContent, within: Within = {}): Said | undefined {
  if (terms.length === 0) return undefined;
  const scored = passagesIn(content)
    .filter((passage) => isWithin(passage, within))
    .map((passage) => ({ passage, hits: terms.filter((term) => holds(passage.stems, term)).length }));
  const best = Math.max(0, ...scored.map(({ hits }) => hits));
  if (best === 0 || (best < terms.length && (terms.length < 3 || best < (terms.length * 2) / 3))) return undefined;
  const shown = scored
    .filter(({ hits }) => hits === best)
    .slice(0, 2)
    .map(({ passage }) => passage);
  return { lines: shown.map(({ text }) => sentence(cut(text))), fields: shown.map(({ field }) => field) };
}

/** What a case study tells under one of its headings, such as `result`: the first paragraphs. */
export function partOfStudy(project: number, part: string, content: AskContent): Said | undefined {
  const shown = passagesIn(content).filter((passage) => passage.field === `caseStudy[${project}]` && passage.part === part);
  return shown.length === 0
    ? undefined
    : { lines: shown.slice(0, 2).map(({ text }) => sentence(cut(text))), fields: [`caseStudy[${project}]`] };
}

/** A long paragraph up to the end of a sentence. */
function cut(text: string): string {
  if (text.length <= maxPassage) return text;
  const end = text.lastIndexOf('. ', maxPassage);
  return end > 0 ? text.slice(0, end + 1) : text;
}

const maxPassage = 420;
