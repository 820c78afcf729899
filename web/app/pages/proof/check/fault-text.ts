import type { DayFault } from '@castellan/foundation/signed-log';

/** What is wrong with a day, as a sentence that begins with it. */
export const faultTexts: Readonly<Record<DayFault, string>> = {
  out_of_order: 'does not follow the day before it in the list.',
  not_served: 'is in the list, but the site does not give its statement.',
  altered: 'has a statement whose hash is not the one in the list.',
  no_statement: 'has a text that is not a statement of that day.',
  not_signed: 'has a signature that is not of this statement by this key.',
  not_chained: 'does not hold the hash of the statement before it.',
};
