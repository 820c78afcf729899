import { trimEndOf, trimStartOf } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type ContentFailure, singleFault } from './content-failure.ts';

/** What every case study tells, in this order, each under a heading of the second level. */
const caseStudyParts = ['Problem', 'Threat model', 'Decision', 'Result'] as const;

/** The most characters of a case study: some thirty pages. */
const maxCaseStudyLength = 100_000;

/** The story of a project, as a Markdown file tells it. */
export type CaseStudy = {
  /** The last part of its address: the file's name without its ending. */
  readonly slug: string;
  /** The heading that the file begins with. */
  readonly title: string;
  /** What stands between the title and the first part, as plain text in one line; empty where nothing does. */
  readonly lead: string;
  /** The parts, as Markdown. */
  readonly text: string;
};

/** The case study that a Markdown file holds, or the first thing that is wrong with it. `path` is repeated in the failure. */
export function parseCaseStudy(path: string, slug: string, source: string): Result<CaseStudy, ContentFailure> {
  const refuse = (problem: string) => fail(singleFault(path, { field: undefined, problem }));
  if (source.length > maxCaseStudyLength) return refuse(`is longer than ${maxCaseStudyLength} characters`);
  const text = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  const [title] = headingsOf(text, '#');
  if (title?.index !== 0) return refuse('must begin with its title, a line such as "# The log that had to be believed"');
  if (title.text.length > 120) return refuse('has a title of more than 120 characters');
  const below = text.slice(title.end).trim();
  const found = headingsOf(below, '##');
  const order = caseStudyParts.map((part) => found.findIndex((heading) => heading.text === part));
  const missing = caseStudyParts.find((_, at) => order[at] === -1);
  if (missing !== undefined) return refuse(`lacks the heading "## ${missing}"`);
  if (order.some((place, at) => at > 0 && place < (order[at - 1] ?? 0))) {
    return refuse(`must have its headings in this order: ${caseStudyParts.join(', ')}`);
  }
  const first = found[0]?.index ?? 0;
  return succeed({ slug, title: title.text, lead: below.slice(0, first).replace(/\s+/g, ' ').trim(), text: below.slice(first) });
}

/** The lines that are headings of one level, told by its number signs: where each begins and ends, and its text without closing ones. */
function headingsOf(source: string, signs: string): readonly { readonly index: number; readonly end: number; readonly text: string }[] {
  const found = [];
  let index = 0;
  for (const line of source.split('\n')) {
    const text = line.startsWith(`${signs} `) ? withoutClosingSigns(trimStartOf(line.slice(signs.length), ' ')) : '';
    if (text !== '') found.push({ index, end: index + line.length, text });
    index += line.length + 1;
  }
  return found;
}

function withoutClosingSigns(heading: string): string {
  const bare = trimEndOf(heading, '#');
  return bare !== heading && bare.endsWith(' ') ? trimEndOf(bare, ' ') : heading;
}
