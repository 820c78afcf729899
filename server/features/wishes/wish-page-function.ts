import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { ForeignReads } from '../../foreign/reader.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import type { ShopPage } from './read-shop-page.ts';
import { shopPageReader } from './shop-page-reader.ts';

/** So many pages may the owner have read within a window: a stolen session is no crawler. */
export const pageLimit = { limit: 30, windowMs: 10 * 60_000, capacity: 10 };

const bodySchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048) });

/**
 * `POST /functions/v1/wish-page`: `{url}`, by the owner; answers what the page says of the thing it sells, as `ShopPage`. The
 * page is fetched through the egress guard, at most 2 MB of it, without cookies; 422 `page_unreadable` where it does not come
 * or is no HTML: which of both, and which address it has, is said to nobody.
 */
export function createWishPageFunction({ reads, clock }: { readonly reads: ForeignReads; readonly clock: Clock }): PlatformFunction {
  return ownerFunction({
    body: bodySchema,
    expects: 'The body names no http or https address.',
    limit: createAttemptWindow(clock, pageLimit),
    maxAtOnce: 4,
    run: async ({ url }, { signal }) => {
      const page = await readPage(reads, url, signal);
      return page === undefined ? refuse(422, 'page_unreadable', 'The page did not come, or is none.') : answerJson(page);
    },
  });
}

async function readPage(reads: ForeignReads, url: string, signal: AbortSignal): Promise<ShopPage | undefined> {
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en' };
  const request = { url, headers, maxRedirects: 5, maxBodyBytes: 2 * 1024 * 1024, timeoutMs: 8000, signal };
  const read = await reads.fetch(shopPageReader, request, null);
  return read.ok ? (read.value.value ?? undefined) : undefined;
}
