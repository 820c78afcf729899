import { type Rule, sentence, unsaid } from './said.ts';
import { topics } from './silent-topics.ts';
import { stemOf, wordsOf } from './words.ts';

/** Says that the site is silent about what people may well want to know, unless it does say it. */
export const silent: Rule = (question, { content }) => {
  const { has, post } = question;
  const { owner, about, basics, work, facts } = content;
  const isAboutWork = has('how long|how many years|tell me about') || (post !== undefined && !has('manager|managed|team'));
  if (has('why') && has('leave|left|leaving|quit|go|looking|resign|change jobs')) return unsaid(`why ${owner.givenNames} left a post`);
  if (has('gap|gaps') || isAboutWork) return undefined;
  if (isAskedForClients(has)) return unsaid('who the clients were', clientLines(question.words, content), ['work']);
  const topic = topics.find(({ asked }) => has(asked));
  if (topic === undefined) return undefined;
  if (topic.field === 'availability' && facts.availability !== undefined)
    return { lines: [sentence(facts.availability)], fields: ['availability'], withContact: true };
  const told = topic.told.split('|').map((phrase) => ` ${wordsOf(phrase).join(' ')} `);
  const texts = [
    ...about.map((text) => ({ text, field: 'about' })),
    { text: basics.summary, field: 'basics.summary' },
    ...work.flatMap(({ summary = '', highlights }, at) => [summary, ...highlights].map((text) => ({ text, field: `work[${at}]` }))),
  ];
  const found = texts.filter(({ text }) => told.some((phrase) => ` ${wordsOf(text).join(' ')} `.includes(phrase)));
  if (found.length === 0) return unsaid(topic.what);
  return {
    lines: found.slice(0, 2).map(({ text }) => sentence(text)),
    fields: found.slice(0, 2).map(({ field }) => field),
    withContact: true,
  };
};

function isAskedForClients(has: (phrases: string) => boolean): boolean {
  const isNaming =
    has('name your|names of|name the|name some|who are your|who were your|which exactly|exactly|list of|list your') ||
    has('which client|which clients|which banks|which bank|which hospitals|which customers|what clients|what customers');
  return isNaming && has('client|clients|customer|customers|bank|banks|hospital|hospitals');
}

/** What the site does say of the kind of client that is asked for. */
function clientLines(words: readonly string[], { work }: Parameters<Rule>[1]['content']): readonly string[] {
  const asked = new Set(words.map(stemOf).filter((stem) => ['bank', 'hospital', 'client', 'customer'].includes(stem)));
  return work
    .flatMap(({ name, summary = '', highlights }) => [summary, ...highlights].map((text) => ({ name, text })))
    .filter(({ text }) => wordsOf(text).some((word) => asked.has(stemOf(word))))
    .slice(0, 1)
    .map(({ name, text }) => `${name}: ${sentence(text)}`);
}
