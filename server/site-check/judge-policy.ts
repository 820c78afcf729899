/** The directives that another one stands in for where they are missing, by the Content Security Policy standard, level 3. */
const standIns: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src-attr': ['script-src', 'default-src'],
  'style-src-elem': ['style-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
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

/** Marks of a hash or a nonce; with them the policy of a page lets its inline scripts run. */
const namesScript = /^'(?:sha256|sha384|sha512|nonce)-[\w+/=-]+'$/;

type Policy = ReadonlyMap<string, readonly string[]>;

/**
 * The directives in which a served policy allows what the wanted one does not; none where it is as strict or stricter. Sources are
 * compared as they are written: one that the wanted policy does not list is weaker, whatever it would match.
 * @param served - the header's value; of several policies, which all hold, it is enough that one is as strict. `null`: there is none
 */
export function weakenedDirectives(wanted: string, served: string | null): readonly string[] {
  const needed = readPolicy(wanted);
  const several = (served ?? '').split(',').map((one) => weakened(needed, readPolicy(one)));
  return several.reduce((best, one) => (one.length < best.length ? one : best));
}

function weakened(wanted: Policy, served: Policy): readonly string[] {
  const bySources = [...Object.keys(standIns), ...alone].filter((name) => {
    const allowed = sourcesOf(wanted, name);
    // Undefined: everything is allowed.
    if (allowed === undefined) return false;
    const given = sourcesOf(served, name);
    return given === undefined || !given.every((source) => allowed.includes(source));
  });
  const bySwitches = strictening.filter((name) => wanted.has(name) && !isAsStrict(name, wanted.get(name) ?? [], served.get(name)));
  // A directive that reports or that nobody knows changes nothing that a page may do.
  return [...bySources, ...bySwitches].toSorted();
}

/** The sources that hold for a directive, without `'none'`, which stands for no source at all. */
function sourcesOf(policy: Policy, name: string): readonly string[] | undefined {
  const own = policy.get(name) ?? (standIns[name] ?? []).map((other) => policy.get(other)).find((found) => found !== undefined);
  return own?.filter((source) => source !== "'none'");
}

function isAsStrict(name: string, wanted: readonly string[], served: readonly string[] | undefined): boolean {
  if (served === undefined) return false;
  if (name === 'require-trusted-types-for') return wanted.every((sink) => served.includes(sink));
  // Names of policies, and flags of a sandbox, allow: fewer are stricter.
  return served.every((one) => one === "'none'" || wanted.includes(one));
}

/** Names are in small letters; of two directives with one name the first holds. */
function readPolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/[\t\n\f\r ]+/);
    if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources.map(plain));
  }
  return policy;
}

/** Keywords and schemes mean the same in capitals; hashes, nonces and paths do not. */
function plain(source: string): string {
  return namesScript.test(source) ? source : source.startsWith("'") ? source.toLowerCase() : source;
}
