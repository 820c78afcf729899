import type { SiteContent } from '../terminal/site-content.ts';

/** Sentences that this site can answer, to be pressed instead of typed. */
export function suggestedSentences(
  { projects, work }: Pick<SiteContent, 'projects' | 'work'>,
  isOwner: boolean,
  hasModel: boolean,
): readonly string[] {
  const word = projects.flatMap(({ keywords }) => keywords).find((keyword) => /^[\p{L}\d]{2,12}$/u.test(keyword));
  const site = [
    ...(word === undefined ? [] : [`Which projects use ${word}?`]),
    ...(work.length === 0 ? [] : ['Where do you work now?', 'How many years of experience do you have?']),
    'How can I reach you?',
    'What can I play?',
  ];
  if (!isOwner) return [...site, 'help'];
  return [
    ...(hasModel ? ['tasks | ai "plan my day"', 'ledger', 'grant'] : []),
    'What is due this week?',
    'How many tasks?',
    'What did I spend last month?',
    ...site.slice(0, 1),
    'help',
  ];
}
