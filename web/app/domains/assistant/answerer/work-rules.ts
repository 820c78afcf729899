import { entriesIn, findDuration, findEvidence, holds } from './evidence.ts';
import { findPassages, partOfStudy } from './passages.ts';
import type { Question } from './question.ts';
import { listed, type Rule, sentence, unsaid } from './said.ts';
import { stemsOf } from './words.ts';

/** One project that is named: a part of its case study, the passage that is asked for, or what it is. */
export const namedProject: Rule = ({ project: at, has, terms, typed }, { content }) => {
  const named = entriesIn(content).find(({ field }) => field === `projects[${at}]`);
  if (at === undefined || named === undefined) return undefined;
  const narrower = terms.filter((term) => !outcomeWords.includes(term));
  const found = findPassages(narrower, content, { project: at });
  if (found !== undefined) return found;
  const part = has('result|results|outcome|come out|came out|findings|found out|conclusion|learn|learned|learnt')
    ? 'result'
    : has('threat model|attacker|attackers')
      ? 'threat model'
      : has('decision|decisions|how does|architecture|design|designed')
        ? 'decision'
        : has('problem|why')
          ? 'problem'
          : undefined;
  const told = part === undefined ? undefined : partOfStudy(at, part, content);
  if (told !== undefined) return told;
  const lines = [sentence(named.headline), ...named.sentences.slice(1).map(sentence)];
  const hasStudy = content.projects[at]?.study !== undefined;
  const fields = [named.field, ...(hasStudy ? [`caseStudy[${at}]`] : [])];
  const isGeneral = narrower.length === 0 || has('about|describe|explain');
  return isGeneral ? { lines, fields } : unsaid(`anything about ${typed(narrower)} in ${content.projects[at]?.name}`, lines, fields);
};

const outcomeWords =
  'result results outcome come came study findings found conclusion problem decision attacker attackers threat model architecture design designed case studies finding learned learnt explain describe'.split(
    ' ',
  );

/** What the owner is best at, the best project, and what was achieved. */
export const best: Rule = ({ has, terms }, { content }) => {
  const { facts, skills, projects, work, owner } = content;
  const isBest = has(
    'best|strongest|top|main|biggest|greatest|proudest|proud|favourite|favorite|key|core|most important|most impressive|specialty|speciality|specialities|specialize|specialise|specialised|strengths|strength|impressive|notable',
  );
  if (!isBest && !has('achievement|achievements|accomplishment|accomplishments|good at')) return undefined;
  const rest = terms.filter((term) => !bestWords.includes(term));
  if (rest.length > 0) return undefined;
  const [first] = projects;
  if (has('project|projects') && first !== undefined) {
    const entry = entriesIn(content).find(({ field }) => field === 'projects[0]');
    return {
      lines: [`The site puts this project first. ${sentence(entry?.headline ?? first.name)}`, ...first.highlights.map(sentence)],
      fields: ['projects[0]'],
    };
  }
  if (has('achievement|achievements|accomplishment|accomplishments|proud|proudest|impressive|notable')) {
    const told = work.flatMap(({ name, highlights, figure }, at) => {
      const texts = [...(figure === undefined ? [] : [`${figure.value} ${figure.label}`]), ...highlights];
      return texts.length === 0 ? [] : [{ text: `${name}: ${texts.map(sentence).join(' ')}`, field: `work[${at}]` }];
    });
    const shown = told.slice(0, 2);
    return shown.length === 0
      ? unsaid('anything about achievements')
      : { lines: ['The site ranks none. It tells of these:', ...shown.map(({ text }) => text)], fields: shown.map(({ field }) => field) };
  }
  if (skills.length === 0 && facts.specialty === undefined) return unsaid(`what ${owner.givenNames} is best at`);
  return {
    lines: [
      ...(facts.specialty === undefined ? [] : [`Specialty: ${facts.specialty}.`]),
      ...skills.slice(0, 3).map(({ name, since, evidence }) => {
        const proof = evidence.map(({ text, post, project }) => text ?? post ?? project ?? '').join('; ');
        return sentence(`${name}${since === undefined ? '' : `, since ${since}`}${proof === '' ? '' : `: ${proof}`}`);
      }),
    ],
    fields: [...(facts.specialty === undefined ? [] : ['specialty']), ...skills.slice(0, 3).map((_, at) => `skills[${at}]`)],
  };
};

const bestWords =
  'best strongest top main biggest greatest proudest proud favourite favorite key core important impressive specialty speciality specialities specialize specialise specialised strengths strength achievement achievements accomplishment accomplishments project projects notable single'.split(
    ' ',
  );

/** Languages for programming that keywords may name: whether a keyword is one cannot be told from the content. */
const programmingLanguages = new Set(
  'rust go typescript javascript python c c++ c# java kotlin swift ruby php scala haskell elixir erlang perl bash powershell sql r dart zig solidity assembly ocaml lua clojure'.split(
    ' ',
  ),
);

/** The languages for programming that the content names. */
export const programming: Rule = ({ has, terms }, { content }) => {
  const isAsked = has(
    'programming languages|programming language|coding languages|languages do you code|languages do you program|what do you code in|can you code|do you code|can you program|know how to code|which languages do you code|languages do you write',
  );
  if (!isAsked || terms.some((term) => programmingLanguages.has(term))) return undefined;
  const named = new Map<string, string[]>();
  const fields: string[] = [];
  for (const [part, records] of [
    ['projects', content.projects],
    ['skills', content.skills],
  ] as const) {
    for (const [at, { name, keywords }] of records.entries()) {
      for (const word of keywords.filter((keyword) => programmingLanguages.has(keyword.toLowerCase()))) {
        named.set(word, [...(named.get(word) ?? []), name]);
        fields.push(`${part}[${at}]`);
      }
    }
  }
  if (named.size === 0) return unsaid('anything about programming languages');
  return {
    lines: [`By projects and skills: ${listed([...named].map(([word, of]) => `${word} (${listed(of)})`))}.`],
    fields: [...new Set(fields)],
  };
};

/** How long the owner has done something. */
export const durations: Rule = ({ has, terms }, asked) => {
  if (!has('how long|how many years|years of|years with|since when|when did you start')) return undefined;
  return terms.length === 0 ? undefined : findDuration(terms, asked);
};

/** How many of something: only where a sentence of the content holds both the thing and a number. */
export const counts: Rule = ({ has, terms }, { content }) => {
  if (!has('how many|how much|number of') || terms.length === 0) return undefined;
  // The proof of a skill repeats what its post says.
  for (const one of entriesIn(content).filter(({ field }) => !field.startsWith('skills'))) {
    const told = one.sentences.filter((text) => numbers.test(text) && terms.every((term) => holds(stemsOf(text), term)));
    if (told[0] !== undefined) return { lines: [`${sentence(told[0])}`, sentence(one.headline)], fields: [one.field] };
  }
  return undefined;
};

const numbers =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|million)\b/i;

/** Whatever else is asked by its words: entries that hold them all, or passages that do; or that the site does not mention them. */
export const byTerms: Rule = (question, asked) => {
  const { terms } = question;
  if (terms.length === 0) return undefined;
  return findEvidence(terms, asked) ?? eachOf(question, asked) ?? findPassages(terms, asked.content) ?? unmentioned(question, asked);
};

/** "CEH or CISM", "Rust and Python": things that are asked for one by one. */
const eachOf: Rule = ({ terms, words, typed }, asked) => {
  if (terms.length < 2 || !words.some((word) => word === 'or' || word === 'and')) return undefined;
  const found = terms.flatMap((term) => findEvidence([term], asked) ?? []);
  const missing = terms.filter((term) => findEvidence([term], asked) === undefined);
  if (found.length === 0 || missing.length > 1) return undefined;
  const lines = [...new Set(found.flatMap(({ lines }) => lines.slice(0, 2)))];
  const fields = [...new Set(found.flatMap(({ fields }) => fields.slice(0, 2)))];
  return missing.length === 0
    ? { lines, fields }
    : { lines: [`The site does not mention “${typed(missing)}”.`, ...lines], fields, isUnsaid: true };
};

function unmentioned({ terms, words, typed }: Question, { content }: Parameters<Rule>[1]) {
  const entries = entriesIn(content);
  const missing = terms.filter((term) => !entries.some(({ stems }) => holds(stems, term)));
  const told = missing.length === 0 || terms.length < 4 ? terms : missing;
  const isChoice = words.includes('or');
  const named = isChoice ? told.map((term) => `“${typed([term])}”`).join(' or ') : `“${typed(told)}”`;
  const what = told.length > 4 ? 'that' : `${named}${missing.length === 0 ? ' in one place' : ''}`;
  return { lines: [`The site does not mention ${what}.`], fields: [], isUnsaid: true, withContact: true };
}
