import { quoteWord } from '../../domains/terminal/quote-word.ts';

type Rule = readonly [pattern: RegExp, line: (rest: string) => string];

const asked = (command: string, flag?: string) => (rest: string) =>
  [command, ...(flag === undefined ? [] : [flag]), ...(rest === '' ? [] : [quoteWord(rest)])].join(' ');

/** Ends in what and when. */
const rest = String.raw`(?:\s+(.+))?$`;

const spend = '(?:spend|spent|pay|paid)';
const receive = '(?:earn|earned|make|made|receive|received|get|got|get paid|got paid)';
const outgoings = '(?:spending|expenses?|expenditures?|outgoings)';

const rules: readonly Rule[] = [
  [new RegExp(`^what (?:did|have) i ${spend} (?:my |the )?money on${rest}`, 'iu'), asked('spent', '-c')],
  [new RegExp(`^where (?:did|does|has) (?:all )?(?:my|the) money (?:go|gone)${rest}`, 'iu'), asked('spent', '-c')],
  [new RegExp(`^(?:show |list )?(?:me )?(?:my |the )?${outgoings} (?:by|per|of each) category${rest}`, 'iu'), asked('spent', '-c')],
  [new RegExp(`^how much (?:money )?(?:did|have|do) i (?:already )?${spend}${rest}`, 'iu'), asked('spent')],
  [new RegExp(`^how much (?:money )?(?:was|were|has been|is) (?:spent|paid)${rest}`, 'iu'), asked('spent')],
  [new RegExp(`^what (?:did|have|do) i ${spend}${rest}`, 'iu'), asked('spent')],
  [/^how much (?:money )?((?:on|for|at) .+)$/iu, asked('spent')],
  [new RegExp(`^(?:show |list )?(?:me )?(?:what (?:is|are|was|were) )?(?:my |the )?${outgoings}${rest}`, 'iu'), asked('spent')],
  [new RegExp(`^how much (?:money )?(?:did|have|do) i (?:already )?${receive}${rest}`, 'iu'), asked('received')],
  [new RegExp(`^what did i (?:earn|receive)${rest}`, 'iu'), asked('received')],
  [new RegExp(`^how much (?:money )?(?:came|has come) in${rest}`, 'iu'), asked('received')],
  [new RegExp(`^(?:show |list )?(?:me )?(?:what (?:is|was) )?my income${rest}`, 'iu'), asked('received')],
  [/^how much money (?:do i have|have i got|is there)$/iu, asked('balance', '-t')],
  [/^how much (?:money )?(?:do i have|have i got|is|is there|is left) (?:in|on) (?:my |the )?(.+?)(?: account)?$/iu, asked('balance')],
  [
    /^(?:what(?:'s| is| are) |show |list )?(?:me )?(?:my |the )?(?:account )?balances?(?: (?:of|on|in) (?:my |the )?(.+?)(?: account)?)?$/iu,
    asked('balance'),
  ],
];

/** A question about the owner's money as a line of commands; `undefined` where it is none. What and when are read with the ledger. */
export function readMoneySentence(text: string): string | undefined {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[?!.\s]+$/, '')
    .replaceAll('’', "'");
  for (const [pattern, line] of rules) {
    const match = pattern.exec(plain);
    if (match !== null) return line((match[1] ?? '').replace(/^(?:on|for|at) /i, ''));
  }
  return undefined;
}
