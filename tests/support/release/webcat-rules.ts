/** A manifest as WEBCAT reads it; the fields that a signing tool adds are left out. */
export type CheckedManifest = {
  readonly name: unknown;
  readonly version: unknown;
  readonly default_csp: string;
  readonly extra_csp: Readonly<Record<string, string>>;
  readonly default_index: string;
  readonly default_fallback: string;
  readonly files: Readonly<Record<string, string>>;
  readonly wasm: readonly string[];
};

/** What the listed directives may name; where `default-src` is not `'none'`, these must be there, for scripts and styles in either form. */
const hashed = /^'sha(?:256|384|512)-[\w+/=-]+'$/;
const either =
  (words: readonly string[], hashes = false) =>
  (source: string) =>
    words.includes(source) || (hashes && hashed.test(source));
const scripts = either(["'none'", "'self'", "'wasm-unsafe-eval'"], true);
const styles = either(["'none'", "'self'", "'unsafe-inline'", "'unsafe-hashes'"], true);
const rules: Readonly<Record<string, (source: string) => boolean>> = {
  'default-src': either(["'none'", "'self'"]),
  'script-src': scripts,
  'script-src-elem': scripts,
  'style-src': styles,
  'style-src-elem': styles,
  'object-src': either(["'none'"]),
  'worker-src': either(["'none'", "'self'"]),
};

const hash = /^[\w-]{43}$/;

/**
 * What WEBCAT would refuse in a manifest, in words, as its documentation has it in July 2026: the pages "CSP" and "webcat.config.json
 * schema" of https://docs.webcat.tech and the section on manifests of https://github.com/freedomofpress/webcat-spec.
 */
export function faultsOfManifest(manifest: CheckedManifest): readonly string[] {
  const { name, version, default_index: index, default_fallback: fallback, files, wasm, extra_csp: extra, default_csp: csp } = manifest;
  const faults: string[] = [];
  const want = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  want(typeof name === 'string' && name !== '', 'it has no name');
  want(typeof version === 'string' && /^\d+(?:\.\d+)*$/.test(version), 'its version is no text of numbers');
  want(Object.keys(files).length > 0, 'it has no files');
  for (const [path, digest] of Object.entries(files)) want(path.startsWith('/') && hash.test(digest), `the file ${path}`);
  want(!index.startsWith('/') && Object.hasOwn(files, `/${index}`), 'the index is no file');
  want(Object.hasOwn(files, fallback), 'the fallback is no file');
  want(
    wasm.every((digest) => hash.test(digest)),
    'a hash of a module',
  );
  for (const path of Object.keys(extra)) want(path.startsWith('/'), `the path ${path} of a policy`);
  for (const [path, policy] of [['default_csp', csp] as const, ...Object.entries(extra)])
    for (const fault of faultsOfPolicy(policy)) faults.push(`${path}: ${fault}`);
  return faults;
}

function faultsOfPolicy(policy: string): readonly string[] {
  const directives = new Map(
    policy
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources] as const),
  );
  const faults = policy.includes(',') ? ['a comma'] : [];
  for (const [name, allows] of Object.entries(rules))
    for (const source of directives.get(name) ?? []) if (!allows(source)) faults.push(`${name} ${source}`);
  const isNone = directives.get('default-src')?.join(' ') === "'none'";
  const wanted = isNone ? [] : ['script-src', 'style-src', 'object-src', 'worker-src'];
  return [...faults, ...wanted.filter((name) => !directives.has(name) && !directives.has(`${name}-elem`)).map((name) => `no ${name}`)];
}

/** The policy that an answer must carry, character for character: that of its very path, of the longest path it begins with, or the default. */
export function policyByManifest({ extra_csp: extra, default_csp: csp, default_index: index }: CheckedManifest, path: string): string {
  const asked = path === '/' ? index : path;
  const [longest] = Object.keys(extra)
    .filter((one) => asked.startsWith(one))
    .toSorted((one, other) => other.length - one.length);
  return longest === undefined ? csp : (extra[longest] ?? csp);
}
