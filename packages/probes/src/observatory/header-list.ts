/** One line of a response's head. Names keep the spelling they came in. */
export type Header = { readonly name: string; readonly value: string };

/** A response's head, in its order, repeated names included. */
export type HeaderList = readonly Header[];

/** Of these only the first counts where a server sends several, as in Node's own client. */
const singleHeaders: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/** Every value of a header, in order; the name in any case. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter((header) => header.name.toLowerCase() === wanted).map(({ value }) => value.trim());
}

/** What a header says once repeated lines have been joined with commas (RFC 9110, 5.3); `undefined` where it was not sent. */
export function joinedHeader(headers: HeaderList, name: string): string | undefined {
  const values = headerValues(headers, name);
  return singleHeaders.has(name.toLowerCase()) || values.length < 2 ? values[0] : values.join(', ');
}
