import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { Egress } from '../../adapters/egress.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { readShopPage, type ShopPage } from './read-shop-page.ts';

/** So many pages may the owner have read within a window: a stolen session is no crawler. */
export const pageLimit = { limit: 30, windowMs: 10 * 60_000, capacity: 10 };

const bodySchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048) });

/**
 * `POST /functions/v1/wish-page`: `{url}`, by the owner; answers what the page says of the thing it sells, as `ShopPage`. The
 * page is fetched through the egress guard, at most 2 MB of it, without cookies; 422 `page_unreadable` where it does not come
 * or is no HTML: which of both, and which address it has, is said to nobody.
 */
export function createWishPageFunction({ egress, clock }: { readonly egress: Egress; readonly clock: Clock }): PlatformFunction {
  return ownerFunction({
    body: bodySchema,
    expects: 'The body names no http or https address.',
    limit: createAttemptWindow(clock, pageLimit),
    run: async ({ url }, { signal }) => {
      const page = await readPage(egress, url, signal);
      return page === undefined ? refuse(422, 'page_unreadable', 'The page did not come, or is none.') : answerJson(page);
    },
  });
}

async function readPage(egress: Egress, url: string, signal: AbortSignal): Promise<ShopPage | undefined> {
  const answer = await egress.send({
    url,
    headers: { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en' },
    maxRedirects: 5,
    maxBodyBytes: 2 * 1024 * 1024,
    timeoutMs: 8000,
    signal,
  });
  if (!answer.ok || answer.value.status !== 200) return undefined;
  const type = answer.value.headers['content-type'] ?? '';
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)) return undefined;
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  return readShopPage(decode(answer.value.body, charset));
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
