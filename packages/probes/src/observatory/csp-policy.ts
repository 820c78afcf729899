/** Directives in lower case, each with its sources in lower case. The sets are the caller's to change. */
export type PolicyMap = Map<string, Set<string>>;

/** What several policies amount to together, and which reporting directives stand twice in one of them. */
export type ParsedPolicies = { readonly directives: PolicyMap; readonly repeated: ReadonlySet<string> };

type Source = { readonly text: string; readonly policy: number; keep: boolean };

// The order decides which of two sources makes the other one superfluous.
const compareText = new Intl.Collator('en').compare;
const minPolicyLength = 'img-src'.length - 1;
const repeatable: ReadonlySet<string> = new Set(['report-uri', 'report-to']);
const headerOnly = ['frame-ancestors', 'report-uri', 'sandbox'];

/**
 * Joins policies as the HTTP Observatory does, quirks included: commas do not part policies, a directive that stands twice in one
 * policy spoils all of them, and of two policies only what both allow is left. `undefined`: a policy is none.
 */
export function parsePolicies(policies: readonly string[]): ParsedPolicies | undefined {
  const texts = policies.map((policy) => policy.replaceAll(/[\r\n]/g, '').trim());
  if (texts.some((text) => text.length < minPolicyLength)) return undefined;
  const directives = new Map<string, Source[]>();
  const repeated = new Set<string>();
  for (const [at, text] of texts.entries()) {
    const seen = new Set<string>();
    for (const [word = '', ...words] of text.split(';').map((part) => part.trim().split(/\s+/))) {
      if (word === '') continue;
      const name = word.toLowerCase();
      if (seen.has(name) && !repeatable.has(name)) return undefined;
      if (seen.has(name)) repeated.add(name);
      seen.add(name);
      const joined = joinSources(at === 0 ? [] : (directives.get(name) ?? []), sourcesOf(name, words, at));
      if (joined === undefined) return undefined;
      directives.set(name, joined);
      // With more policies to come, a source counts only if another one names it again.
      if (at === 0 && texts.length > 1) for (const source of joined) source.keep = false;
    }
  }
  const flat = [...directives].map(([name, sources]) => [
    name,
    new Set(sources.length === 0 ? ["'none'"] : sources.map(({ text }) => text)),
  ]);
  return { directives: new Map(flat as [string, Set<string>][]), repeated };
}

/** The same for `<meta>` elements, which cannot carry every directive. */
export function parseMetaPolicies(policies: readonly string[]): ParsedPolicies | undefined {
  const parsed = parsePolicies(policies);
  for (const name of headerOnly) parsed?.directives.delete(name);
  return parsed;
}

function sourcesOf(name: string, words: readonly string[], policy: number): Source[] {
  const keep = policy === 0;
  if (words.length === 0) return name.endsWith('-src') ? [{ text: "'none'", policy, keep }] : [];
  return words.map((word) => ({ text: word.trim().toLocaleLowerCase(), policy, keep }));
}

/** `undefined`: a source holds an escape that is none. */
function joinSources(earlier: readonly Source[], added: readonly Source[]): Source[] | undefined {
  const sources = [...earlier, ...added].sort((one, other) => compareText(one.text, other.text));
  for (const [at, source] of sources.entries()) {
    const before = sources[at - 1];
    if (before === undefined) continue;
    if (source.policy === before.policy) {
      // What begins like its neighbour says nothing more.
      if (source.text.startsWith(before.text)) source.keep = false;
      continue;
    }
    const matches = matchPath(before.text, source.text);
    if (matches === undefined) return undefined;
    if (matches) source.keep = true;
  }
  return sources.filter(({ keep }) => keep);
}

/** `undefined`: one of them cannot be decoded. */
function matchPath(pattern: string, path: string): boolean | undefined {
  if (pattern === '') return true;
  if (pattern === '/' && path === '') return true;
  const isExact = !pattern.endsWith('/');
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length > given.length || (isExact && wanted.length !== given.length)) return false;
  if (!isExact) wanted.pop();
  try {
    return wanted.every((piece, at) => decodeURIComponent(piece) === decodeURIComponent(given[at] ?? ''));
  } catch {
    return undefined;
  }
}
