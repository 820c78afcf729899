import type { AskContent } from './ask-content.ts';
import { type Asked, capital, type Said, sentence } from './said.ts';
import { dateText, lengthText, type Span, spanText } from './spans.ts';
import { stemsFor, stemsOf } from './words.ts';

/** One thing that the content tells, and the sentences that it is told in. */
export type Entry = {
  readonly field: string;
  /** What is shown where this entry is the answer: it says what the entry is. */
  readonly headline: string;
  readonly sentences: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly span?: Span;
};

const entriesOf = new WeakMap<AskContent, readonly Entry[]>();

/** Every skill, project, post and paper of the content as an entry, the most telling kinds first. */
export function entriesIn(content: AskContent): readonly Entry[] {
  const known = entriesOf.get(content);
  if (known !== undefined) return known;
  const made = [
    ...skillEntries(content),
    ...projectEntries(content),
    ...workEntries(content),
    ...paperEntries(content),
    ...toolEntries(content),
  ];
  entriesOf.set(content, made);
  return made;
}

function entry(field: string, headline: string, sentences: readonly string[], words: string, span?: Span): Entry {
  return { field, headline, sentences, stems: stemsOf(`${words} ${sentences.join(' ')}`), ...(span === undefined ? {} : { span }) };
}

function skillEntries({ skills }: AskContent): readonly Entry[] {
  return skills.map(({ name, keywords, since, evidence, level }, at) => {
    const proof = evidence.map(({ post, project, text }) => text ?? post ?? project ?? '').filter((text) => text !== '');
    const headline = `Skill “${name}”${since === undefined ? '' : `, since ${since}`}${level === undefined ? '' : `, ${level}`}${keywords.length === 0 ? '' : `: ${keywords.join(', ')}`}`;
    const sentences = proof.length === 0 ? [] : [`Shown by: ${proof.join('; ')}`];
    return entry(
      `skills[${at}]`,
      headline,
      sentences,
      `${name} ${keywords.join(' ')}`,
      since === undefined ? undefined : { startDate: String(since) },
    );
  });
}

function projectEntries({ projects }: AskContent): readonly Entry[] {
  return projects.map(({ name, description, highlights, keywords, startDate, endDate }, at) => {
    const when = spanText({ startDate, endDate });
    const stack = keywords.length === 0 ? '' : ` (${keywords.join(', ')})`;
    return entry(
      `projects[${at}]`,
      `Project ${name}${when === undefined ? '' : `, ${when}`}${stack}: ${description}`,
      [description, ...highlights],
      `${name} ${keywords.join(' ')}`,
      { startDate, endDate },
    );
  });
}

function workEntries({ work }: AskContent): readonly Entry[] {
  return work.map(({ name, position, location, startDate, endDate, summary, description, highlights, figure }, at) => {
    const sentences = [summary, description, ...highlights, figure === undefined ? undefined : `${figure.value} ${figure.label}`];
    return entry(
      `work[${at}]`,
      `${position} at ${name}, ${spanText({ startDate, endDate })}`,
      sentences.filter((text) => text !== undefined),
      `${name} ${position} ${location ?? ''}`,
      { startDate, endDate },
    );
  });
}

function paperEntries({ certificates, talks, advisories, education, publications, awards, volunteer }: AskContent): readonly Entry[] {
  const dated = (text: string, date: string | undefined) => (date === undefined ? text : `${text}, ${dateText(date)}`);
  return [
    ...certificates.map(({ name, abbreviation = '', date }, at) =>
      entry(`certificates[${at}]`, dated(`Certificate ${abbreviation} ${name}`, date), [], `${name} ${abbreviation}`),
    ),
    ...advisories.map(({ id, title, date }, at) => entry(`advisories[${at}]`, dated(`${id}: ${title}`, date), [], `${id} ${title}`)),
    ...talks.map(({ title, event = '', date }, at) =>
      entry(`talks[${at}]`, dated(`Talk “${title}”, ${event}`, date), [], `${title} ${event}`),
    ),
    ...education.map(({ institution, area = '', studyType = '' }, at) =>
      entry(`education[${at}]`, `${studyType} ${area}, ${institution}`.trim(), [], `${institution} ${area} ${studyType}`),
    ),
    ...publications.map(({ name, summary = '' }, at) => entry(`publications[${at}]`, `Publication: ${name}`, [], `${name} ${summary}`)),
    ...awards.map(({ title, summary = '' }, at) => entry(`awards[${at}]`, `Award: ${title}`, [], `${title} ${summary}`)),
    ...volunteer.map(({ organization, summary = '' }, at) =>
      entry(`volunteer[${at}]`, `Voluntary work: ${organization}`, [], `${organization} ${summary}`),
    ),
  ];
}

function toolEntries({ tools }: AskContent): readonly Entry[] {
  return tools.map(({ title, summary }, at) =>
    entry(`tools[${at}]`, `A tool of this site, ${title}: ${summary}`, [], `${title} ${summary}`),
  );
}

/** Whether an entry, or a text, holds a term of a question. */
export function holds(stems: ReadonlySet<string>, term: string): boolean {
  return stemsFor(term).some((stem) => stems.has(stem));
}

/** The entries that hold all terms. */
export function entriesWith(terms: readonly string[], content: AskContent): readonly Entry[] {
  return terms.length === 0 ? [] : entriesIn(content).filter(({ stems }) => terms.every((term) => holds(stems, term)));
}

/** An entry in a line, with the sentence of it that holds most of the terms. */
export function lineOf({ headline, sentences, field }: Entry, terms: readonly string[]): string {
  if (field.startsWith('projects')) {
    const telling = sentences.slice(1).filter((text) => terms.some((term) => holds(stemsOf(text), term)));
    return [headline, ...telling].map(sentence).join(' ');
  }
  const hits = sentences.map((text) => ({ text, count: terms.filter((term) => holds(stemsOf(text), term)).length }));
  const best = hits.reduce((one, other) => (other.count > one.count ? other : one), { text: '', count: 0 });
  const proof = field.startsWith('skills') ? (sentences[0] ?? '') : best.text;
  return proof === '' ? sentence(headline) : `${headline}. ${sentence(proof)}`.replace('.. ', '. ');
}

/** What the content tells of some terms together; `undefined` where no entry holds them all. */
export function findEvidence(terms: readonly string[], { content }: Asked): Said | undefined {
  const all = entriesWith(terms, content);
  // That a tool is about it shows less than the career does.
  const own = all.filter(({ field }) => !field.startsWith('tools'));
  const found = (own.length > 0 ? own : all).slice(0, 4);
  if (found.length === 0) return undefined;
  return { lines: found.map((one) => lineOf(one, terms)), fields: found.map(({ field }) => field) };
}

/** How long the entries that hold some terms reach back, in words. */
export function findDuration(terms: readonly string[], { content, today }: Asked): Said | undefined {
  const found = entriesWith(terms, content).filter(({ span }) => span?.startDate !== undefined);
  const starts = found.map(({ span }) => span?.startDate ?? '').sort();
  const ends = found.map(({ span }) => span?.endDate);
  const [first] = starts;
  if (first === undefined) return undefined;
  const end = ends.includes(undefined)
    ? undefined
    : ends
        .map((text) => text ?? '')
        .sort()
        .at(-1);
  const span = { startDate: first, endDate: end };
  const shown = found.slice(0, 4);
  return {
    lines: [
      sentence(`${capital(lengthText(span, today) ?? '')}, ${spanText(span)}, going by these entries`),
      ...shown.map((one) => lineOf(one, terms)),
    ],
    fields: shown.map(({ field }) => field),
  };
}
