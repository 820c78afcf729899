import { fold } from '../../domains/commands/rank-commands.ts';
import { quoteWord } from '../../domains/terminal/quote-word.ts';
import type { SiteContent } from '../terminal/site-content.ts';
import { readOwnerSentence } from './read-owner-sentence.ts';

/** What the grammar looks words up in. */
export type Vocabulary = {
  readonly content: Pick<SiteContent, 'projects' | 'work' | 'skills'>;
  /** What the owner is called: no word of a question. */
  readonly names: readonly string[];
  /** The names that `open` takes. */
  readonly destinations: readonly string[];
  readonly isOwner: boolean;
};

/** A sentence as the line of commands that it was taken for, and where on the site there is more. */
export type Reading = { readonly line: string; readonly more?: { readonly title: string; readonly address: string } };

type Subject = 'projects' | 'experience' | 'skills' | 'contact' | 'socials' | 'tools' | 'games' | 'pages' | 'about';

/** The words that name what is asked for; the first that a sentence holds counts, in this order. */
const subjects: readonly (readonly [Subject, RegExp])[] = [
  ['games', /\b(?:games?|play(?:ing)?|arcade)\b/],
  ['contact', /\b(?:contact|e-?mails?|reach|phone|write to|get in touch|hire)\b/],
  ['socials', /\b(?:socials?|profiles?|linkedin|github|instagram|discord)\b/],
  ['projects', /\b(?:projects?|repos?|repositories|made|built|builds?|wrote|written|released?)\b/],
  ['experience', /\b(?:work(?:s|ed|ing)?|jobs?|positions?|roles?|compan(?:y|ies)|employers?|career|experience)\b/],
  ['skills', /\b(?:skills?|skilled|knows?|good at|speciali[sz]es?|expertise)\b/],
  ['tools', /\b(?:tools?|apps?)\b/],
  ['pages', /\b(?:pages?|sitemap)\b/],
  ['about', /^(?:who|about)\b|\b(?:bio|biography|who is)\b/],
];

/** Words that a question is made of, and that name nothing on the site. */
const fillers = new Set(
  (
    'a about all am an and any anything are as at be been can could did do does done every find for from get give had has have he her him his how i ' +
    'in into is it its know list many me more most much my of on or our please she show some tell that the their them there these they this ' +
    'to under up use used uses using was we were what when where which who whose why will with would you your owner site thing things something ' +
    'made make makes built build builds wrote written in write language languages technology technologies stack years year long'
  ).split(' '),
);

/**
 * Reads a sentence as a line of commands: what is asked for, the words that narrow it, a year, a count, the newest or oldest.
 * `undefined` where it names nothing that a command answers. No model is involved, and nothing is guessed beyond these words.
 */
export function readSentence(text: string, vocabulary: Vocabulary): Reading | undefined {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[?!.\s]+$/, '');
  if (plain === '') return undefined;
  const owners = vocabulary.isOwner ? readOwnerSentence(plain) : undefined;
  if (owners !== undefined) return { line: owners };
  const asked = fold(plain);
  const way = readWay(asked, vocabulary);
  if (way !== undefined) return way;
  const subject = subjects.find(([, words]) => words.test(asked))?.[0] ?? subjectOfTerms(asked, vocabulary);
  if (subject === undefined) return undefined;
  return readSubject(subject, asked, plain, vocabulary);
}

/** The words of a sentence that are worth looking for anywhere. */
export function findWords(text: string, { names }: Pick<Vocabulary, 'names'>): string {
  const plain = text.trim().replace(/[?!.\s]+$/, '');
  return termsOf(fold(plain), plain, names).join(' ');
}

/** A wish to go somewhere, or to see the page another way. */
function readWay(asked: string, { destinations }: Vocabulary): Reading | undefined {
  const theme = /\b(dark|light)(?: theme| mode)?$/.exec(asked);
  if (theme !== null && /\b(?:theme|mode|switch|make|turn)\b/.test(asked)) return { line: `theme ${theme[1]}` };
  if (/\b(?:resume|cv|curriculum)\b/.test(asked)) return { line: 'resume' };
  const wanted = /^(?:open|go to|take me to|bring me to|show me)(?: the| your)? (.+?)(?: page)?$/.exec(asked)?.[1]?.replaceAll(' ', '-');
  const name = destinations.find((known) => known === wanted);
  return name === undefined ? undefined : { line: `open ${quoteWord(name)}` };
}

/** Of a sentence that names no subject, the one whose content its words are found in. */
function subjectOfTerms(asked: string, { content, names }: Vocabulary): Subject | undefined {
  const terms = termsOf(asked, asked, names);
  if (terms.length === 0) return undefined;
  const holds = (texts: readonly string[]) => terms.every((term) => texts.some((one) => hasWord(one, term)));
  if (content.projects.some(({ name, keywords }) => holds([name, ...keywords]))) return 'projects';
  if (content.skills.some(({ name, keywords }) => holds([name, ...keywords]))) return 'skills';
  if (content.work.some(({ name, position }) => holds([name, position]))) return 'experience';
  return undefined;
}

function readSubject(subject: Subject, asked: string, plain: string, vocabulary: Vocabulary): Reading {
  const { content, names } = vocabulary;
  const terms = termsOf(asked, plain, names);
  const tail = tailOf(subject, asked);
  switch (subject) {
    case 'contact':
    case 'about':
      return { line: subject };
    case 'socials':
    case 'games':
    case 'pages':
      return { line: `${subject}${tail}` };
    case 'projects': {
      const stack = content.projects.flatMap(({ keywords }) => keywords);
      const narrowed = terms.map((term) =>
        stack.some((one) => hasWord(one, term)) ? `where stack ~ ${quoteWord(term)}` : `grep ${quoteWord(term)}`,
      );
      return { line: ['projects', ...narrowed].join(' | ') + tail, more: { title: 'Projects on the resume', address: '/resume' } };
    }
    case 'experience':
      return {
        line: ['experience', ...terms.map((term) => `grep ${quoteWord(term)}`)].join(' | ') + tail,
        more: { title: 'Experience on the resume', address: '/resume' },
      };
    case 'skills': {
      // "Does she know Rust?" is answered by projects too, where no skill is called so.
      const [term] = terms;
      const isSkill = terms.every((one) =>
        content.skills.some(({ name, keywords }) => [name, ...keywords].some((text) => hasWord(text, one))),
      );
      const isStack = term !== undefined && content.projects.some(({ keywords }) => keywords.some((text) => hasWord(text, term)));
      if (!isSkill && isStack) return readSubject('projects', asked, plain, vocabulary);
      return {
        line: ['skills', ...terms.map((one) => `grep ${quoteWord(one)}`)].join(' | ') + tail,
        more: { title: 'Skills on the resume', address: '/resume' },
      };
    }
    case 'tools':
      return { line: ['tools', ...terms.map((term) => `grep ${quoteWord(term)}`)].join(' | ') + tail };
  }
}

/** Years, the newest or oldest, and counts, as the end of a pipe. */
function tailOf(subject: Subject, asked: string): string {
  const field = subject === 'projects' ? 'year' : subject === 'experience' ? 'from' : undefined;
  const parts: string[] = [];
  if (field !== undefined) {
    const span = /\b(since|after|before|until|in|from)\s+((?:19|20)\d\d)\b/.exec(asked);
    const sign =
      span === null ? undefined : ({ since: '>=', from: '>=', after: '>', before: '<', until: '<=', in: '=' } as const)[span[1] as 'in'];
    if (span !== null) parts.push(`where ${field} ${sign} ${span[2]}`);
    if (/\b(?:newest|latest|last|most recent|current|currently|now)\b/.test(asked)) parts.push(`sort ${field} -r`, 'head 1');
    else if (/\b(?:oldest|first|earliest)\b/.test(asked)) parts.push(`sort ${field}`, 'head 1');
  }
  if (/\b(?:how many|number of|count)\b/.test(asked)) parts.push('count');
  return parts.map((part) => ` | ${part}`).join('');
}

/** The words of a question that narrow its answer, as they were typed. */
function termsOf(asked: string, plain: string, names: readonly string[]): readonly string[] {
  const owner = new Set(names.flatMap((name) => fold(name).split(/\s+/)));
  let rest = asked
    .replaceAll(/\b(?:since|after|before|until|in|from)\s+(?:19|20)\d\d\b/g, ' ')
    .replaceAll(/\b(?:how many|number of|count|newest|latest|last|most recent|current|currently|now|oldest|first|earliest)\b/g, ' ');
  for (const [, words] of subjects) rest = rest.replaceAll(new RegExp(words.source, 'g'), ' ');
  const typed = new Map(plain.split(/\s+/).map((word) => [fold(trimmed(word)), trimmed(word)]));
  return [...new Set(rest.split(/\s+/).map(trimmed))]
    .filter((word) => word !== '' && !fillers.has(word) && !owner.has(word.replace(/['’]s$/, '')) && !/['’]s$/.test(word))
    .map((word) => typed.get(word) ?? word);
}

function trimmed(word: string): string {
  return word.replaceAll(/^["'“”‘’(,;:]+|["'“”‘’),;:?!.]+$/g, '');
}

function hasWord(text: string, term: string): boolean {
  const [hay, needle] = [fold(text), fold(term)];
  const at = hay.indexOf(needle);
  return at >= 0 && (at === 0 || !/[\p{L}\p{N}]/u.test(hay[at - 1] ?? ''));
}
