import { quoteWord } from '../../domains/terminal/quote-word.ts';
import { readMoneySentence } from './read-money-sentence.ts';

type Rule = readonly [pattern: RegExp, line: (match: RegExpExecArray) => string];

/** How people say when. */
const when = String.raw`(today|tonight|tomorrow|overdue|late|(?:this|next) (?:week|month)|(?:on |by |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|in \d+ (?:days?|weeks?)|(?:on )?\d{1,2} \p{L}+|\d{4}-\d\d-\d\d)`;

const rules: readonly Rule[] = [
  [/^(?:remind me to|remember to|i (?:need|have) to|todo:?|to-?do:?)\s+(.+)$/iu, ([, rest = '']) => `add task ${quoteWord(rest)}`],
  [
    /^(?:add|create|new|make)\s+(?:a |an |the )?(?:new )?([\p{L}-]+?):?\s+(.+)$/iu,
    ([, noun = '', rest = '']) => `add ${quoteWord(noun.toLowerCase())} ${quoteWord(rest)}`,
  ],
  [/^mark\s+(.+?)\s+(?:as )?(?:done|finished|complete)$/iu, ([, rest = '']) => `done ${quoteWord(rest)}`],
  [
    /^(?:i(?:'ve| have)? )?(?:done|did|finish(?:ed)?|complete(?:d)?|tick off)\s+(?:with )?(.+)$/iu,
    ([, rest = '']) => `done ${quoteWord(rest)}`,
  ],
  [/^how many (?:open )?tasks\b/iu, () => 'tasks | count'],
  [/^(?:show |list )?(?:me )?(?:my |the )?(?:urgent|most important|top) tasks$/iu, () => 'tasks | where priority = 1'],
  [/^(?:show |list )?(?:me )?(?:my |the |all )*p([1-4]) tasks$/iu, ([, level]) => `tasks | where priority = ${level}`],
  [/\btasks? (?:tagged|with (?:the )?tag) #?([\p{L}\p{N}_-]+)$/iu, ([, tag = '']) => `tasks | where tags = ${quoteWord(tag)}`],
  [/\btasks? (?:of|in) (?:the )?project \+?([\p{L}\p{N} _-]+)$/iu, ([, name = '']) => `tasks | where project = ${quoteWord(name)}`],
  [
    new RegExp(String.raw`\b(?:due|planned|agenda|tasks?|do|plan|on my list)\b.*?\b${when}$`, 'iu'),
    ([, day = '']) => `due ${quoteWord(day.toLowerCase())}`,
  ],
  [
    new RegExp(`^(?:what(?:'s| is)? )?${when}(?:'s)? (?:tasks?|agenda|plan)$`, 'iu'),
    ([, day = '']) => `due ${quoteWord(day.toLowerCase())}`,
  ],
  [/^(?:what(?:'s| is)? (?:due|overdue|next|my day|on my list)|my day|agenda)$/iu, () => 'due'],
  [/^(?:show |list )?(?:me )?(?:my |the |all )*(?:open )?tasks$/iu, () => 'tasks'],
  [/^(?:show |list )?(?:me )?(?:my |the |all )*notes$/iu, () => 'notes'],
  [
    /^(?:find|search(?: for)?|look (?:up|for)|where (?:is|did i (?:put|write)))\s+(?:my |the )?(.+)$/iu,
    ([, rest = '']) => `find ${quoteWord(rest)}`,
  ],
];

/** What only the owner says, as a line of commands: a record to add or finish, what is due when, what was spent, what is kept where. */
export function readOwnerSentence(plain: string): string | undefined {
  const money = readMoneySentence(plain);
  if (money !== undefined) return money;
  for (const [pattern, line] of rules) {
    const match = pattern.exec(plain);
    if (match !== null) return line(match);
  }
  return undefined;
}
