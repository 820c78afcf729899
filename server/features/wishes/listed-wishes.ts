import { anonymousCaller } from '@castellan/platform/core/caller';
import { type RequestFacts, runAs } from '@castellan/platform/core/run-as';
import type { ListedWish } from '@castellan/web/listed-wish';
import type pg from 'pg';
import { z } from 'zod';

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  priceMinor: z.coerce.number().nullable(),
  currency: z.string().nullable(),
  priority: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  category: z.string(),
  note: z.string().nullable(),
  quantity: z.number(),
});

const facts: RequestFacts = {
  method: 'GET',
  path: '/wishlist',
  userAgent: '',
  context: { address: '', secure: false, requestId: 'wishlist' },
};

const statement = `select id, title, url, price_minor::float8 as "priceMinor", currency, priority, category, note, quantity
  from public.listed_wishes()`;

/** The wishes on the list, asked as nobody, so that the page can hold nothing that a visitor may not read. */
export async function readListedWishes(requests: pg.Pool): Promise<readonly ListedWish[]> {
  const { rows } = await runAs(requests, anonymousCaller, facts, (client) => client.query(statement), { isOneStatement: true });
  return z.array(rowSchema).parse(rows);
}
