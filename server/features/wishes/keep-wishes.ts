import type { Queryable } from '@castellan/platform/core/database';
import type { Content } from '../../content.ts';

/**
 * Tells the database what the content says of birthday and first wishes. A wish that was once put into the list is left
 * alone, whatever became of it. Throws a sentence where the database does not know the time zone. `queryable` is connected
 * as `postgres`.
 */
export async function keepWishes(queryable: Queryable, content: Pick<Content, 'profile' | 'wishes'>): Promise<void> {
  const { birthday, timeZone } = content.profile();
  try {
    await queryable.query('select private.put_birthday($1, $2, $3)', [birthday.month, birthday.day, timeZone]);
  } catch (error) {
    const isUnknown = error instanceof Error && 'code' in error && error.code === '22023';
    if (isUnknown) throw new Error(`profile.json: the database does not know the time zone "${timeZone}". Use the name of another one.`);
    throw error;
  }
  const wishes = content.wishes().map(({ priceMinor, ...wish }) => ({ ...wish, price_minor: priceMinor }));
  await queryable.query('select private.seed_wishes($1)', [JSON.stringify(wishes)]);
}
