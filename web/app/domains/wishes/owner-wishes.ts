import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable, callFunction } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';

const columns = 'id,title,url,price_minor,currency,priority,category,note,quantity,visibility,acquired_at';

const ownWishSchema = z.object({
  id: z.string(),
  title: z.string(),
  url: z.nullable(z.string()),
  price_minor: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  priority: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  category: z.string(),
  note: z.nullable(z.string()),
  quantity: z.number(),
  visibility: z.enum(['public', 'private']),
  acquired_at: z.nullable(z.string()),
});

/** A wish as its owner keeps it, in the names of its columns. */
export type OwnWish = Readonly<z.infer<typeof ownWishSchema>>;

/** What the owner writes of a wish. */
export type WishDraft = Omit<OwnWish, 'id' | 'acquired_at'>;

const thanksSchema = z.object({
  id: z.string(),
  wish_title: z.string(),
  display_name: z.string(),
  quantity: z.number(),
  claimed_at: z.string(),
});

/** Who promised what, as far as the seal is broken. */
export type Thanks = Readonly<z.infer<typeof thanksSchema>>;

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

const nothing = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);

/** The owner’s wishes that were not removed, the dearest first and what was received last. */
export function readOwnWishes(): Asked<readonly OwnWish[]> {
  return askTable(
    (client) =>
      client
        .from('wishes')
        .select(columns)
        .is('deleted_at', null)
        .order('acquired_at', { ascending: false, nullsFirst: true })
        .order('priority')
        .order('created_at'),
    z.readonly(z.array(ownWishSchema)),
  );
}

/** The promises that the owner may know of by now, the latest first. The database decides which. */
export function readThanks(): Asked<readonly Thanks[]> {
  return askTable((client) => client.rpc('wish_thanks'), z.readonly(z.array(thanksSchema)));
}

/** Adds a wish. */
export function addWish(draft: WishDraft): Asked<undefined> {
  return askTable((client) => client.from('wishes').insert(draft), nothing);
}

/** Changes a wish. */
export function changeWish(id: string, change: Partial<WishDraft>): Asked<undefined> {
  return askTable((client) => client.from('wishes').update(change).eq('id', id), nothing);
}

/** Marks a wish as received, which takes it off the list, or puts it back. */
export function archiveWish(id: string, acquiredAt: string | null): Asked<undefined> {
  return askTable((client) => client.from('wishes').update({ acquired_at: acquiredAt }).eq('id', id), nothing);
}

/** Removes a wish from everybody’s sight. */
export function removeWish(id: string, removedAt: string): Asked<undefined> {
  return askTable((client) => client.from('wishes').update({ deleted_at: removedAt }).eq('id', id), nothing);
}

const shopPageSchema = z.object({ title: z.nullable(z.string()), price: z.nullable(z.string()), currency: z.nullable(z.string()) });

/** What a shop's page says of the thing it sells, as far as it says it. */
export type ShopPage = Readonly<z.infer<typeof shopPageSchema>>;

/** Has the server read the page of a wish. */
export function readShopPage(url: string): Asked<ShopPage> {
  return callFunction('wish-page', { url }, shopPageSchema);
}
