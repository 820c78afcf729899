/** One site as a test serves it. */
export type SeededSite = {
  readonly host: string;
  /** Sent with the page, repeated names included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly status: number;
  readonly html: string;
  /** What plain HTTP does; `hangUp` ends the connection without an answer. */
  readonly http: 'toHttps' | 'hangUp' | 'page' | 'viaHttp' | 'offHost' | 'toOtherHttp' | 'loop';
  readonly https: 'page' | 'hangUp' | 'redirectOnce';
  /** The answer to OPTIONS. */
  readonly preflight: {
    readonly status: number;
    readonly origin: '' | '*' | 'reflect' | 'https://partner.test';
    readonly credentials: boolean;
  };
  /** Cookies that a redirect by plain HTTP, robots.txt and the preflight set besides. */
  readonly sideCookies: boolean;
  /** Set by every redirect of the site. */
  readonly hopCookies: readonly string[];
  /** Stands before the host in the addresses that redirects lead to: `name:password@`. */
  readonly userInfo: string;
  /** Whether the page answers 401 to whoever names no user and password. */
  readonly asksForPassword: boolean;
};

type Choose = <Value>(values: readonly Value[]) => Value;

const policies = [
  "default-src 'none'; script-src 'self'; frame-ancestors 'none'; form-action 'self'",
  "default-src 'self'",
  "default-src 'self'; style-src 'self' 'unsafe-inline'",
  "default-src 'self'; script-src 'self' 'unsafe-eval'",
  "default-src 'self'; img-src http://images.test",
  "default-src 'self'; script-src http://scripts.test; object-src 'none'",
  "script-src 'unsafe-inline'; object-src 'none'",
  "script-src 'nonce-abc' 'strict-dynamic' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'",
  "script-src 'strict-dynamic'; object-src 'none'",
  "default-src 'sha256-abc' 'unsafe-inline'",
  "default-src 'nonce-x' 'strict-dynamic' 'self' http://a.test; frame-ancestors 'self'",
  "default-src 'self'; default-src 'none'",
  "default-src 'none'; report-uri /a; report-uri /b",
  'default-src; IMG-SRC *; style-src data:',
  'frame-ancestors *',
  'abc',
  ';;;;;;;;',
  "default-src 'self' https://a.test/b https://a.test/bc/ %zz",
  "object-src *; script-src 'self'",
  "default-src 'none'; style-src 'unsafe-eval'",
  "default-src ftp://files.test 'self'",
  "default-src 'self', script-src 'none'",
] as const;

const cookies = [
  'session=1; Secure; HttpOnly; SameSite=Lax',
  'session=1; HttpOnly; SameSite=Strict',
  'PHPSESSID=1; Secure',
  'theme=dark; Secure; SameSite=Strict',
  'theme=dark',
  'csrftoken=a; Secure',
  'login=1; secure; httponly; samesite=none',
  'x=1; SameSite=None',
  'x=1; Secure; SameSite=wrong',
  'x=1; Secure; SameSite',
  '__Host-id=1; Secure; Path=/; HttpOnly; SameSite=Lax',
  '__Host-id=1; Secure; Domain=castellan.test; Path=/',
  '__Secure-id=1; SameSite=Lax',
  'a=1; Domain=castellan.test; Secure; SameSite=Lax',
  'a=1; Domain=other.example',
  'a=1; Domain=test',
  'noequals; Secure',
  '=empty',
  'heroku-session-affinity=1',
  'old=; Max-Age=0; Path=/x',
] as const;

const scripts = [
  '<script>1</script>',
  '<script src="/own.js"></script>',
  '<script src="/own.js" integrity="sha384-a"></script>',
  '<script src="https://cdn.castellan.test/a.js"></script>',
  '<script src="https://cdn.other.example/a.js"></script>',
  '<script src="https://cdn.other.example/a.js" integrity="sha384-a" crossorigin></script>',
  '<script src="http://cdn.other.example/a.js"></script>',
  '<script src="http://cdn.other.example/a.js" integrity="sha384-a"></script>',
  '<script src="http://cdn.castellan.test/a.js" integrity="sha384-a"></script>',
  '<script src="//cdn.other.example/a.js"></script>',
  '<script src="//cdn.other.example/a.js" integrity="sha384-a"></script>',
  '<script src="HTTPS://CDN.OTHER.EXAMPLE/a.js" integrity=""></script>',
  '<script src=""></script>',
  '<script src="data:text/javascript,1"></script>',
  '<!-- <script src="http://a.example/x.js"></script> -->',
  '<template><script src="http://a.example/x.js"></script></template>',
  '<noscript><script src="https://a.example/x.js"></script></noscript>',
  '<textarea><script src="http://a.example/x.js"></script></textarea>',
  '<svg><script src="http://a.example/x.js"></script></svg>',
  '<base href="https://cdn.other.example/"><script src="rel.js"></script>',
  '',
] as const;

const metas = [
  '',
  '',
  '',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`,
  `<meta http-equiv="content-security-policy " content="frame-ancestors 'none'">`,
  `<meta http-equiv="Content-Security-Policy" content="script-src 'self'; object-src 'none'; report-uri /a">`,
  '<meta name="referrer" content="no-referrer">',
  '<meta name="Referrer" content="origin, nonsense">',
] as const;

/** Sites that differ in everything the score looks at, the same for the same seed. */
export function seedSites(count: number, seed: number): readonly SeededSite[] {
  const random = seededRandom(seed);
  const choose = chooseBy(random);
  return Array.from({ length: count }, (_, at) => seedSite(at, choose, random));
}

/** Cookies that are deleted in every way there is, and some that only look it. The day is any in the past or far ahead. */
const deletions = [
  'PHPSESSID=deleted; Max-Age=-5',
  'connect.sid=; Max-Age=0; Path=/',
  'session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  'session=; expires=Thu, 01-Jan-70 00:00:01 GMT; path=/; HttpOnly',
  'login=; Expires=Sun Nov  6 08:49:37 1994; Secure',
  'csrftoken=; Max-Age=-0; SameSite=Lax',
  'theme=; Max-Age=0; Path=/elsewhere',
  'theme=; Max-Age=0; Path=/start',
  'session=; Max-Age=0; Domain=castellan.test',
  'session=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  'session=; Max-Age=0; Expires=Fri, 31 Dec 2399 23:59:59 GMT',
  'session=1; Max-Age=soon; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  'session=1; Max-Age=+5',
  'session=1; Expires=0',
  'session=1; Expires=Thu, 32 Jan 1970 00:00:00 GMT',
  'session=1; Expires=Fri, 31 Dec 2399 23:59:59 GMT; Secure; HttpOnly; SameSite=Lax',
  '__Host-session=; Max-Age=0; Secure; Path=/',
] as const;

const userInfos = ['u:p@', 'u@', ':p@', 'u%40x:p%2Fq@', '@', 'u:p%zz@', 'ü:ß@'] as const;

/** Sites that delete cookies on the way and with the page, and such whose redirects have user name and password in the address. */
export function seedOddSites(count: number, seed: number): readonly SeededSite[] {
  const random = seededRandom(seed);
  const choose = chooseBy(random);
  return seedSites(count, seed).map((site, at) => {
    const host = site.host.replace(/^s/, 'odd');
    const https = choose(['page', 'page', 'redirectOnce', 'redirectOnce', 'hangUp'] as const);
    const http = choose(['toHttps', 'toHttps', 'viaHttp', 'offHost', 'page', 'toOtherHttp'] as const);
    if (at % 2 === 1) return { ...site, host, http, https, userInfo: choose(userInfos), asksForPassword: random() < 0.5 };
    const some = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) }, () => choose(deletions));
    // Nothing else in them costs points for cookies, so that the deletions show.
    const headers = [
      ...site.headers.filter(([name]) => name !== 'Set-Cookie'),
      ...some(2).map((cookie) => ['Set-Cookie', cookie] as const),
    ];
    return { ...site, host, http, https, headers, sideCookies: false, hopCookies: some(2) };
  });
}

function chooseBy(random: () => number): Choose {
  return (values) => {
    const chosen = values[Math.floor(random() * values.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
}

/** Some sites are well kept: each choice is then mostly the first of its list, so that high scores occur too. */
function seedSite(at: number, chooseAny: Choose, random: () => number): SeededSite {
  const isWellKept = random() < 0.4;
  const choose: Choose = (values) => {
    const [first] = values;
    return isWellKept && random() < 0.9 && first !== undefined ? first : chooseAny(values);
  };
  const maybe = (chance: number, name: string, values: readonly string[]): readonly (readonly [string, string])[] => {
    const kept = chance > 0.4 ? 0.95 : chance / 4;
    return random() < (isWellKept ? kept : chance) ? [[name, choose(values)]] : [];
  };
  const some = (most: number, values: readonly string[]) => Array.from({ length: Math.floor(random() * (most + 1)) }, () => choose(values));
  const headers = [
    ...maybe(0.9, 'Content-Type', ['text/html', 'text/html; charset=utf-8', 'TEXT/HTML', 'application/json', 'application/xhtml+xml']),
    ...maybe(0.7, 'Content-Security-Policy', policies),
    ...maybe(0.15, 'Content-Security-Policy', policies),
    ...maybe(0.2, 'Content-Security-Policy-Report-Only', policies),
    ...maybe(0.7, 'Strict-Transport-Security', ages),
    ...maybe(0.05, 'Strict-Transport-Security', ages),
    ...maybe(0.6, 'X-Frame-Options', ['DENY', 'sameorigin', 'ALLOW-FROM https://a.test', 'ALLOWALL', ' deny']),
    ...maybe(0.7, 'X-Content-Type-Options', ['nosniff', 'NoSniff', 'sniff', 'nosniff, nosniff']),
    ...maybe(0.6, 'Referrer-Policy', referrers),
    ...maybe(0.5, 'Cross-Origin-Resource-Policy', ['same-origin', 'same-site', 'cross-origin', 'Same-Origin ', 'none']),
    ...some(3, cookies).map((cookie) => ['Set-Cookie', cookie] as const),
  ];
  const body = `${choose(metas)}${choose(metas)}<title>Site</title></head><body>${some(3, scripts).join('\n')}`;
  return {
    // The certificate is for what is directly below castellan.test.
    host: `s${at}.${choose(['castellan.test', 'castellan.test', 'castellan.test', 'castellan.test', 'untrusted.test'])}`,
    headers,
    status: choose([200, 200, 200, 200, 401, 403, 404]),
    html: `<!doctype html><html><head>${body}</body></html>`,
    http: choose(['toHttps', 'toHttps', 'toHttps', 'toHttps', 'page', 'hangUp', 'viaHttp', 'offHost', 'toOtherHttp', 'loop'] as const),
    https: choose(['page', 'page', 'page', 'page', 'page', 'redirectOnce', 'hangUp'] as const),
    preflight: {
      status: choose([200, 204, 204, 405]),
      origin: choose(['', '*', 'reflect', 'https://partner.test'] as const),
      credentials: random() < 0.5,
    },
    sideCookies: random() < (isWellKept ? 0.05 : 0.3),
    hopCookies: [],
    userInfo: '',
    asksForPassword: false,
  };
}

const ages = [
  'max-age=63072000; includeSubDomains; preload',
  'max-age=15552000',
  'max-age=15551999',
  'max-age=x',
  'includeSubDomains',
  'MAX-AGE=0',
];
const referrers = ['no-referrer', 'strict-origin', 'unsafe-url', 'no-referrer, origin', 'nonsense', 'origin, nonsense', 'SAME-ORIGIN', ''];

/** Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
