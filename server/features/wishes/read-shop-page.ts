import { parseJson } from '@castellan/foundation/parse-json';
import { Parser } from 'htmlparser2';
import { z } from 'zod';

/** What a page says of the thing it sells; null where it says nothing usable. */
export type ShopPage = {
  /** One line of at most 120 characters. */
  readonly title: string | null;
  /** In the currency's major unit, with a point: `49.90`. */
  readonly price: string | null;
  /** Three letters (ISO 4217). */
  readonly currency: string | null;
};

const longestTitle = 120;
const longestScript = 256 * 1024;
/**
 * Where a page is nested deeper, or has more elements, its reading ends, and what was found until then counts: the parser takes the
 * square of the depth in time, and what shops say of a thing stands in the head.
 */
const maxDepth = 500;
const maxElements = 50_000;
/** The parser is fed in pieces of so many characters, between which the reading may end. */
const pieceLength = 4_096;

/**
 * Reads title and price as shops publish them: Open Graph (`og:title`, `product:price:amount`), schema.org offers in JSON-LD,
 * and `<title>`. Nothing of the page is run, and what it says is text to be looked at, not to be believed.
 */
export function readShopPage(html: string): ShopPage {
  const found = collect(html);
  const offer = found.scripts.map(readOffer).find((one) => one !== undefined);
  const title = [found.named.get('og:title'), offer?.name, found.title].map(oneLine).find((text) => text !== '');
  const priced = [
    { price: found.named.get('product:price:amount'), currency: found.named.get('product:price:currency') },
    { price: found.named.get('og:price:amount'), currency: found.named.get('og:price:currency') },
    { price: offer?.price, currency: offer?.currency },
  ].map(({ price, currency }) => ({ price: readAmount(price), currency: readCurrency(currency) }));
  const whole = priced.find(({ price, currency }) => price !== null && currency !== null);
  return { title: title ?? null, price: whole?.price ?? null, currency: whole?.currency ?? null };
}

type Found = { readonly title: string; readonly named: ReadonlyMap<string, string>; readonly scripts: readonly string[] };

function collect(html: string): Found {
  const named = new Map<string, string>();
  const scripts: string[] = [];
  let title = '';
  let inside: 'title' | 'script' | undefined;
  let text = '';
  let depth = 0;
  let elements = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      elements += 1;
      if (name === 'meta') {
        const key = attributes['property'] ?? attributes['name'] ?? attributes['itemprop'];
        if (key !== undefined && !named.has(key)) named.set(key, attributes['content'] ?? '');
      }
      if (name === 'title' && title === '') inside = 'title';
      if (name === 'script' && attributes['type']?.toLowerCase() === 'application/ld+json') inside = 'script';
      text = '';
    },
    ontext(part) {
      if (inside !== undefined && text.length < longestScript) text += part;
    },
    onclosetag(name) {
      depth -= 1;
      if (name !== inside) return;
      if (inside === 'title') title = text;
      else scripts.push(text);
      inside = undefined;
    },
  });
  for (let at = 0; at < html.length && depth <= maxDepth && elements <= maxElements; at += pieceLength) {
    parser.write(html.slice(at, at + pieceLength));
  }
  parser.end();
  return { title, named, scripts };
}

const amountSchema = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const textSchema = z.string().optional().catch(undefined);
const offerSchema = z.object({ price: amountSchema, lowPrice: amountSchema, priceCurrency: textSchema });
const productSchema = z.object({ name: textSchema, offers: z.union([offerSchema, z.array(offerSchema)]) });
const graphSchema = z.object({ '@graph': z.array(z.unknown()) });

type Offer = { readonly name: string | undefined; readonly price: string | undefined; readonly currency: string | undefined };

/** The first thing with an offer in one JSON-LD text. */
function readOffer(text: string): Offer | undefined {
  const value = parseJson(text);
  const graph = graphSchema.safeParse(value);
  const things: readonly unknown[] = Array.isArray(value) ? value : graph.success ? graph.data['@graph'] : [value];
  for (const thing of things) {
    const product = productSchema.safeParse(thing);
    if (!product.success) continue;
    const { name, offers } = product.data;
    const offer = Array.isArray(offers) ? offers[0] : offers;
    if (offer !== undefined) return { name, price: offer.price ?? offer.lowPrice, currency: offer.priceCurrency };
  }
  return undefined;
}

function oneLine(text: string | undefined): string {
  const line = (text ?? '').replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...line].slice(0, longestTitle).join('').trim();
}

/** `1299`, `1299.5` or `49,90`; separated thousands are not guessed at. */
function readAmount(text: string | undefined): string | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text?.trim() ?? '');
  if (match === null) return null;
  return match[2] === undefined ? `${match[1]}` : `${match[1]}.${match[2]}`;
}

function readCurrency(text: string | undefined): string | null {
  const currency = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(currency) ? currency : null;
}
