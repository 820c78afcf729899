import fc from 'fast-check';

/** A request as it goes out: its target is written as it stands, and so is each header. */
export type HostileRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
};

/** Texts that end a string, a path, a statement or a header where they are not handled as values. */
const telling = [
  ...['', ' ', '.', '..', '...', '/', '//', '\\', '../../etc/passwd', '..%2f..%2fetc%2fpasswd', '%2e%2e%2f', '%00', '%', '%zz', '%c0%af'],
  ...["'", "''", '"', '""', '`', "' or 1=1 --", "'; select pg_sleep(9); --", '$$', '$1', ':a', '/*', '--', ';', 'a";drop table tasks;--'],
  ...[
    '(',
    ')',
    '()',
    '((',
    '))',
    ',',
    ',,',
    '*',
    'a.b.c.d',
    'a->b',
    'a->>',
    '->',
    '::',
    '::int',
    'a::int::',
    '!',
    '!inner',
    '...',
    '...a()',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '-1',
    '0',
    '1e999',
    '9223372036854775808',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ],
  ...[
    '\u0000',
    '\uD800',
    '\uFFFF',
    '\u202E',
    'é',
    '漢字',
    '😀',
    '\r\nx: y',
    '\t',
    '{}',
    '[]',
    '{',
    '[',
    '{"a":{"b":[1,{}]}}',
    '<script>',
    '{{7*7}}',
  ],
];

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...telling) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.nat(10_000).map((length) => 'a'.repeat(length)) },
);

/** A text for a place in an address: mostly encoded, sometimes as it stands. */
const inAddress = fc.tuple(word, fc.nat(3)).map(([text, how]) => (how === 0 ? asItStands(text) : encoded(text)));

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
/** What a request line can hold of it: the rest is encoded. */
const asItStands = (text: string) => text.replaceAll(/[^\u0021-\u007E]/gu, (sign) => encoded(sign));

const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'in',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'adj',
];
const filter = fc
  .tuple(fc.constantFrom(...operators, 'fts', 'plfts(english)', 'not.eq', 'eq(any)', 'is.not', 'nonsense'), inAddress)
  .map(([operator, value]) => `${operator}.${value}`);

/** A select list of any depth, most of them nearly right. */
const selectList = fc.letrec<{ list: string; item: string }>((tie) => ({
  list: fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map((items) => items.join(',')),
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('id', 'title', '*', 'id::text', 'a:id', 'count()', 'id.count()', 'version.sum()', 'tags->0', 'tags->>x', 'user_id'),
    inAddress,
    fc
      .tuple(
        fc.constantFrom('tasks', 'notes', 'focus_sessions', '...tasks', 'a:tasks', 'tasks!inner', 'tasks!user_id', 'users', 'owner'),
        tie('list'),
      )
      .map(([name, inner]) => `${name}(${inner})`),
  ),
})).list;

const parameter = fc.oneof(
  selectList.map((list) => `select=${list}`),
  fc
    .tuple(fc.constantFrom('id', 'title', 'version', 'due_on', 'tags', 'tags->>a', 'deleted_at'), filter)
    .map(([name, value]) => `${name}=${value}`),
  fc
    .tuple(fc.constantFrom('or', 'and', 'not.or', 'tasks.or'), fc.array(filter, { maxLength: 3 }))
    .map(([name, of]) => `${name}=(${of.map((one) => `id.${one}`).join(',')})`),
  fc
    .tuple(
      fc.constantFrom('order', 'limit', 'offset', 'columns', 'on_conflict', 'token', 'redirect_to', 'type', 'page', 'per_page', 'prefix'),
      inAddress,
    )
    .map(([name, value]) => `${name}=${value}`),
  fc.tuple(inAddress, inAddress).map(([name, value]) => `${name}=${value}`),
);

/** Values of headers: what a client may send, and texts that no parser expects. Bytes that HTTP itself refuses are not among them. */
const headerValue = fc.oneof(
  word.map((text) => text.replaceAll(/[^\u0020-\u007E\u0080-\u00FF]/gu, '?').slice(0, 1_000)),
  fc.constantFrom(
    '*/*',
    'application/json',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/xml',
    'bytes=0-',
    'bytes=9-1',
    'gzip',
    'br, identity;q=0',
  ),
);
const headerName = fc.constantFrom(
  ...['accept', 'accept-encoding', 'accept-language', 'accept-profile', 'content-profile', 'content-type', 'prefer', 'range', 'range-unit'],
  ...[
    'if-none-match',
    'if-modified-since',
    'if-match',
    'cookie',
    'origin',
    'referer',
    'user-agent',
    'x-forwarded-proto',
    'x-forwarded-host',
  ],
  ...[
    'x-client-info',
    'x-supabase-api-version',
    'x-upsert',
    'x-metadata',
    'cache-control',
    'x-request-id',
    'traceparent',
    'sec-fetch-site',
  ],
);

const bytes = (text: string) => Buffer.from(text);
const body = fc.oneof(
  fc.json({ maxDepth: 3, stringUnit: 'binary' }).map(bytes),
  fc
    .dictionary(
      fc.constantFrom('email', 'password', 'token', 'type', 'code', 'id', 'title', 'user_id', 'data', 'url', 'host', 'name', ''),
      fc.jsonValue({ maxDepth: 2 }),
    )
    .map((value) => bytes(JSON.stringify(value))),
  fc
    .dictionary(fc.constantFrom('email', 'password', 'token', 'id', 'title', 'tags', 'due_on', 'target', 'url', 'host', 'domain'), word)
    .map((value) => bytes(JSON.stringify(value))),
  fc.constantFrom('', '{', '[', '[[', '{"a":', '"', 'null', '[null]', '[1,{}]', '\uFEFF{}', 'a=1&b=2', '--x\r\n\r\n').map(bytes),
  fc.integer({ min: 100, max: 9_000 }).map((depth) => bytes('['.repeat(depth))),
  fc.integer({ min: 100, max: 1_500 }).map((depth) => bytes(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  fc.uint8Array({ maxLength: 400 }),
);

/** Longer heads are refused before they are a request. */
const maxTarget = 5_000;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

/**
 * Requests of every kind below these addresses, each of them with one method of its own or several (`GET|POST /path`), which are asked for
 * most of the time. A `*` in an address stands for any text. Many have one mistake alone: more of them hide one another.
 */
export function hostileRequests(addresses: readonly string[]): fc.Arbitrary<HostileRequest> {
  const few = <Value>(of: fc.Arbitrary<Value>, maxLength: number) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Value[]>([]) },
      { weight: 2, arbitrary: fc.array(of, { maxLength: 1 }) },
      fc.array(of, { maxLength }),
    );
  return fc
    .record({
      address: fc.constantFrom(...addresses),
      texts: fc.array(inAddress, { minLength: 4, maxLength: 4 }),
      parameters: few(parameter, 5),
      extra: fc.nat(19),
      anyMethod: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(...methods)),
      ownMethod: fc.nat(5),
      headers: few(fc.tuple(headerName, headerValue), 4),
      body: fc.option(body, { nil: undefined, freq: 8 }),
    })
    .map(({ address, texts, parameters, extra, anyMethod, ownMethod, headers, body: sent }) => {
      const [own = 'GET', path = address] = address.includes(' ') ? address.split(' ') : ['GET|POST', address];
      const allowed = own.split('|');
      let next = 0;
      const filled = path.replaceAll('*', () => texts[next++] ?? '') + (extra === 0 ? `/${texts[3] ?? ''}` : '');
      const query = parameters.length === 0 ? '' : `${filled.includes('?') ? '&' : '?'}${parameters.join('&')}`;
      return {
        method: anyMethod ?? allowed[ownMethod % allowed.length] ?? 'GET',
        target: `${filled}${query}`.slice(0, maxTarget),
        headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) },
        body: sent,
      };
    });
}
