import { z } from 'zod';
import type { Content } from '../../content.ts';
import type { ServerRows } from '../../rows/server-rows.ts';

/**
 * Tells the database what the content says of birthday and first wishes. A wish that was once put into the list is left
 * alone, whatever became of it. Throws a sentence where the database does not know the time zone.
 */
export async function keepWishes(rows: ServerRows, content: Pick<Content, 'profile' | 'wishes'>): Promise<void> {
  const { birthday, timeZone } = content.profile();
  const args = { month: birthday.month, day: birthday.day, time_zone: timeZone };
  if (!(await rows.call('server_put_birthday', args, z.boolean()))) {
    throw new Error(`profile.json: the database does not know the time zone "${timeZone}". Use the name of another one.`);
  }
  const wishes = content.wishes().map(({ priceMinor, ...wish }) => ({ ...wish, price_minor: priceMinor }));
  await rows.call('server_seed_wishes', { wishes }, z.int());
}
