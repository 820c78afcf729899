import { z } from 'zod';
import type { Reader } from '../../foreign/reader.ts';
import { readShopPage, type ShopPage } from './read-shop-page.ts';

const pageTypes = ['text/html', 'application/xhtml+xml'];

/** Reads title and price of a shop's page, in the page's own encoding; null where the answer is no page. */
export const shopPageReader: Reader<null, ShopPage | null> = {
  name: 'shop-page',
  read: ({ status, headers, body }) => {
    const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
    if (status !== 200 || !pageTypes.includes(type.toLowerCase())) return { value: null };
    return { value: readShopPage(decode(body, charsetOf(parameters))) };
  },
  value: z
    .object({ title: z.string().max(200).nullable(), price: z.string().max(40).nullable(), currency: z.string().max(3).nullable() })
    .nullable(),
};

function charsetOf(parameters: readonly string[]): string {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() === 'charset') return value.trim().replaceAll('"', '');
  }
  return 'utf-8';
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
