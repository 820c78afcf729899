import type { AskContent } from './ask-content.ts';
import { career, namedPost } from './career-rules.ts';
import { channels, hire } from './contact-rules.ts';
import { birthday, certificates, education, place, published, spokenLanguages, who } from './person-rules.ts';
import { readQuestion, splitQuestions } from './question.ts';
import { type Asked, contactLine, type Rule, type Said, type Source, sourceOf } from './said.ts';
import { silent } from './silent-rules.ts';
import { site } from './site-rules.ts';
import { best, byTerms, counts, durations, namedProject, programming } from './work-rules.ts';

/** An answer in lines, and where each thing in it stands. */
export type AskAnswer = {
  readonly lines: readonly string[];
  readonly sources: readonly Source[];
  /** Something that was asked is not on the site, and the answer says so. */
  readonly isUnsaid: boolean;
};

/** The first rule that has an answer gives it: what is narrow stands before what is wide. */
const rules: readonly Rule[] = [
  site,
  birthday,
  silent,
  channels,
  hire,
  published,
  namedPost,
  namedProject,
  programming,
  best,
  certificates,
  education,
  place,
  spokenLanguages,
  career,
  who,
  durations,
  counts,
  byTerms,
];

/**
 * Answers a question from the content alone, by fixed rules: the same question has the same answer. Several questions in one text are
 * answered one after the other. `undefined` where it asks nothing that these rules know. `today` is a day such as `2026-03-18`.
 */
export function answerQuestion(text: string, content: AskContent, today: string): AskAnswer | undefined {
  const parts = splitQuestions(text);
  const answered = parts.map((part) => ({ part, said: answerPart(part, { content, today }) }));
  const said = answered.flatMap((one) => (one.said === undefined ? [] : [{ ...one, said: one.said }]));
  // "I'm hiring for a bank: …" is no question of its own where one follows.
  const real = said.filter(({ part }) => isQuestion(part));
  const kept = (real.length > 0 ? real : said).map((one) => one.said);
  const chosen = kept.some((one) => one.isUnsaid !== true) && real.length === 0 ? kept.filter((one) => one.isUnsaid !== true) : kept;
  if (chosen.length === 0) return undefined;
  const lines = [...new Set(chosen.flatMap((one) => one.lines))];
  const contact = chosen.some(({ withContact }) => withContact === true) ? [contactLine(content)] : [];
  const sources = [...new Set(chosen.flatMap(({ fields }) => fields))].map((field) => sourceOf(field, content));
  return { lines: [...lines, ...contact], sources, isUnsaid: chosen.some(({ isUnsaid }) => isUnsaid === true) };
}

function answerPart(part: string, asked: Asked): Said | undefined {
  const question = readQuestion(part, asked.content);
  for (const rule of rules) {
    const said = rule(question, asked);
    if (said !== undefined) return said;
  }
  return undefined;
}

function isQuestion(part: string): boolean {
  return /^(?:what|whats|which|where|when|who|whos|how|why|do|does|did|is|are|can|could|have|has|will|would|any|tell|name|list|show)\b/i.test(
    part,
  );
}
