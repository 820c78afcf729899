/** The directives that another one stands in for where they are missing, by the Content Security Policy standard, level 3. */
const standIns: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src-attr': ['script-src', 'default-src'],
  'style-src-elem': ['style-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
  'fenced-frame-src': ['frame-src', 'child-src', 'default-src'],
  'frame-src': ['child-src', 'default-src'],
  'child-src': ['default-src'],
  'connect-src': ['default-src'],
  'font-src': ['default-src'],
  'img-src': ['default-src'],
  'manifest-src': ['default-src'],
  'media-src': ['default-src'],
  'object-src': ['default-src'],
  'script-src': ['default-src'],
  'style-src': ['default-src'],
};

/** Directives of sources for which nothing stands in: missing, they refuse nothing. */
const alone = ['base-uri', 'form-action', 'frame-ancestors'];

/** What only makes a policy stricter, and what changes nothing that a page may do. */
const strictening = ['require-trusted-types-for', 'sandbox', 'trusted-types', 'upgrade-insecure-requests', 'block-all-mixed-content'];

/** What sends the addresses of pages and of what they were refused to whoever it names. */
const reporters = ['report-to', 'report-uri'];

/** Sources that mean the same in capitals. */
const keywords: ReadonlySet<string> = new Set([
  "'none'",
  "'self'",
  "'strict-dynamic'",
  "'unsafe-eval'",
  "'unsafe-hashes'",
  "'unsafe-inline'",
  "'wasm-unsafe-eval'",
]);

/** Sources that hashes, nonces or each other switch off: where one is wanted, fewer sources may allow more. */
const switched: ReadonlySet<string> = new Set(["'strict-dynamic'", "'unsafe-inline'"]);

type Policy = ReadonlyMap<string, readonly string[]>;

/**
 * The directives in which a served policy allows what the wanted one does not, sorted; none where it is as strict or stricter. Sources
 * are compared as they are written: one that the wanted policy does not list counts as weaker, whatever it would match.
 * @param served - the header's value. Of several policies, parted by commas, all hold: a directive is weak if it is in each. `null`: none
 */
export function weakenedDirectives(wanted: string, served: string | null): readonly string[] {
  const needed = readPolicy(wanted);
  const policies = (served ?? '').split(',').map(readPolicy);
  const [first = [], ...others] = policies.map((one) => weakened(needed, one));
  // One policy that reports is enough to tell somebody else what was visited.
  const reporting = reporters.filter((name) => !needed.has(name) && policies.some((one) => one.has(name)));
  return [...first.filter((name) => others.every((other) => other.includes(name))), ...reporting].toSorted();
}

function weakened(wanted: Policy, served: Policy): readonly string[] {
  const bySources = [...Object.keys(standIns), ...alone].filter((name) => {
    const allowed = sourcesOf(wanted, name);
    const given = sourcesOf(served, name);
    // Undefined: everything is allowed.
    if (allowed === undefined) return false;
    if (given === undefined || !given.every((source) => allowed.includes(source))) return true;
    return allowed.some((source) => switched.has(source)) && given.length > 0 && !allowed.every((source) => given.includes(source));
  });
  const bySwitches = strictening.filter((name) => wanted.has(name) && !isAsStrict(name, wanted.get(name) ?? [], served.get(name)));
  // A directive that nobody knows changes nothing that a page may do.
  return [...bySources, ...bySwitches].toSorted();
}

/** The sources that hold for a directive, without `'none'`, which stands for no source at all. */
function sourcesOf(policy: Policy, name: string): readonly string[] | undefined {
  const holding = [name, ...(standIns[name] ?? [])].find((one) => policy.has(one));
  return holding === undefined ? undefined : policy.get(holding)?.filter((source) => source !== "'none'");
}

function isAsStrict(name: string, wanted: readonly string[], served: readonly string[] | undefined): boolean {
  if (served === undefined) return false;
  if (name === 'require-trusted-types-for') return wanted.every((sink) => served.includes(sink));
  // Names of policies, and flags of a sandbox, allow: fewer are stricter.
  return served.every((one) => one === "'none'" || wanted.includes(one));
}

/** As browsers read it: names are in small letters, of two directives with one name the first holds, and what is not ASCII is skipped. */
function readPolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name, ...sources] = directive.split(/[\t\n\f\r ]+/).filter((part) => part !== '');
    const key = name?.toLowerCase();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
    if (key !== undefined && !policy.has(key) && /^[\x00-\x7f]*$/.test(directive)) policy.set(key, sources.map(plain));
  }
  return policy;
}

function plain(source: string): string {
  const small = source.toLowerCase();
  return keywords.has(small) ? small : source;
}
