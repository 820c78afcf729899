import { fail, type Result } from '@castellan/foundation/result';
import { moneyCollection } from '../../domains/money/money.collection.ts';
import { dayOf } from '../../domains/tasks/day.ts';
import type { Answer, Command, CommandFailure } from '../../domains/terminal/command.ts';
import type { MoneyQuestion } from './answer-money.ts';

/** Answers a question from the ledger. */
export type AskLedger = (question: MoneyQuestion) => Promise<Result<Answer, CommandFailure>>;

/** Brings the ledger's code when the first question is asked, and not before. */
export const askOwnLedger: AskLedger = async (question) => {
  const loaded = await import('./answer-money.ts').catch(() => undefined);
  if (loaded === undefined)
    return fail({ code: 'not_available', message: 'what reads the ledger could not be loaded. Check the connection and try again.' });
  return loaded.answerMoney(question);
};

/** Questions about the owner's money: exact sums of the sealed ledger, per currency, while the vault is open. */
export function moneyCommands(ask: AskLedger, now: () => Date): readonly Command[] {
  const own = { effect: 'reads', place: 'source', topic: 'Records' } as const;
  const byCategory = { flag: '-c', meaning: 'a row for each category' } as const;
  const sealed = `The ledger is encrypted: unlock the vault first. Nothing is sent to a model unless you type: grant ${moneyCollection.title.toLowerCase()}.`;
  const when = 'WHEN is May, May 2025, 3 May, last month, this year, since March, last 30 days, from May to July, and the like.';
  const run =
    (kind: MoneyQuestion['kind']): Command['run'] =>
    ({ args }) =>
      ask({
        kind,
        words: args.filter((word) => word !== '-c' && word !== '-t').join(' '),
        isByCategory: args.includes('-c'),
        isTotal: args.includes('-t'),
        today: dayOf(now()),
      });
  return [
    {
      ...own,
      name: 'spent',
      summary: 'what you spent, on a category or at a payee, in these days',
      usage: '[WHAT] [WHEN] [-c]',
      details: [
        `${when} Without it everything counts. Transfers between your own accounts are left out.`,
        'WHAT is a category; where none is called so, the words of a payee or a memo.',
        sealed,
      ],
      examples: ['spent food in May', 'spent -c last month'],
      options: [byCategory],
      offer: () => ['this month', 'last month', 'this year'],
      run: run('spent'),
    },
    {
      ...own,
      name: 'received',
      summary: 'what came in, in these days',
      usage: '[WHAT] [WHEN] [-c]',
      details: [when, sealed],
      examples: ['received this year', 'received salary in May'],
      options: [byCategory],
      offer: () => ['this month', 'last month', 'this year'],
      run: run('received'),
    },
    {
      ...own,
      name: 'balance',
      summary: 'what your accounts hold',
      usage: '[ACCOUNT] [-t]',
      details: ['Accounts that were closed are left out unless they are named.', sealed],
      examples: ['balance', 'balance -t'],
      options: [{ flag: '-t', meaning: 'only the sum of each currency' }],
      run: run('balance'),
    },
  ];
}
