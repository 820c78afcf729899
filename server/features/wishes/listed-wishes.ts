import type { ListedWish } from '@castellan/web/listed-wish';
import { z } from 'zod';
import type { ServerRows } from '../../rows/server-rows.ts';

const wishesSchema = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    price_minor: z.number().nullable(),
    currency: z.string().nullable(),
    priority: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    category: z.string(),
    note: z.string().nullable(),
    quantity: z.number(),
  }),
);

/** The wishes on the list, by the function that answers visitors, so that the page can hold nothing that a visitor may not read. */
export async function readListedWishes(rows: ServerRows): Promise<readonly ListedWish[]> {
  const wishes = await rows.call('server_listed_wishes', {}, wishesSchema);
  return wishes.map(({ price_minor: priceMinor, ...wish }) => ({ ...wish, priceMinor }));
}
