import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter, type ParserOptions, parse, parseFragment } from 'parse5';
import { parseAddress } from './web-address.ts';

/** A script as a browser without scripting sees it. */
export type PageScript = {
  /** Resolved against the document's base; as written where that gives no address. */
  readonly src: string;
  readonly integrity: string;
};

/** What the tests want to know of a page. */
export type PageFacts = {
  /** Elements, inline ones too. */
  readonly scriptCount: number;
  readonly scripts: readonly PageScript[];
  /** Of `<meta http-equiv="Content-Security-Policy">`, the first of them, as far as `maxMetaPolicies` and `maxPolicyCharacters` go. */
  readonly metaPolicies: readonly string[];
  /** How many such policies stand behind those, and were not read. */
  readonly leftPolicies: number;
  /** Of the last `<meta name="referrer">`. */
  readonly metaReferrer: string | undefined;
  /** Addresses by plain HTTP that the page loads something from, each once, in order. */
  readonly insecureLoads: readonly string[];
  /** It is nested too deep, or makes too many elements: nothing of it was read. */
  readonly isTooLarge: boolean;
};

/** A page without a body. */
export const emptyPage: PageFacts = {
  scriptCount: 0,
  scripts: [],
  metaPolicies: [],
  leftPolicies: 0,
  metaReferrer: undefined,
  insecureLoads: [],
  isTooLarge: false,
};

/** The standard's algorithm takes the square of the depth in time, and a short page may make elements without end. */
const maxDepth = 2_000;
const maxElements = 200_000;

/** So many policies of a page's `<meta>` elements are read, and of all of them so many characters: each is compared with all before it. */
export const maxMetaPolicies = 16;
export const maxPolicyCharacters = 32_768;

/** Which attribute of which element makes a browser load something. */
const loadingAttributes: Readonly<Record<string, string>> = {
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  input: 'src',
  object: 'data',
  script: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
};

/** Reads a page by the HTML standard's own algorithm, scripting off. Never fails: every text is some page, or too large. */
export function readHtml(html: string): PageFacts {
  if (html === '') return emptyPage;
  try {
    return readBounded(html);
  } catch (error) {
    if (error instanceof TooLarge) return { ...emptyPage, isTooLarge: true };
    throw error;
  }
}

class TooLarge extends Error {}

function readBounded(html: string): PageFacts {
  const elements = listElements(parse(html, boundedOptions()));
  const base = findBase(elements);
  const scripts = elements.filter(({ tagName }) => tagName === 'script');
  // Policies are looked for in the page as a fragment: what stands in <html> and <body> alike.
  const metas = listElements(parseFragment(html, boundedOptions())).filter(({ tagName }) => tagName === 'meta');
  return {
    ...emptyPage,
    scriptCount: scripts.length,
    scripts: scripts.flatMap((script) => {
      const src = script.namespaceURI === htmlNamespace ? attribute(script, 'src') : undefined;
      const resolved = src === undefined ? '' : (resolve(src, base) ?? src);
      return resolved === '' ? [] : [{ src: resolved, integrity: attribute(script, 'integrity') ?? '' }];
    }),
    ...readMetas(metas),
    insecureLoads: findInsecureLoads(elements, base),
  };
}

function boundedOptions(): ParserOptions<Dom.DefaultTreeAdapterMap> {
  let depth = 0;
  let made = 0;
  return {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (tagName, namespace, attributes) => {
        made += 1;
        if (made > maxElements) throw new TooLarge();
        return defaultTreeAdapter.createElement(tagName, namespace, attributes);
      },
      onItemPush: () => {
        depth += 1;
        if (depth > maxDepth) throw new TooLarge();
      },
      onItemPop: () => {
        depth -= 1;
      },
    },
  };
}

const htmlNamespace = 'http://www.w3.org/1999/xhtml';

/** In document order, without what lies in templates. Not by recursion: a page may be nested deeper than the stack. */
function listElements(root: Dom.ParentNode): readonly Dom.Element[] {
  const found: Dom.Element[] = [];
  const waiting: Dom.ChildNode[] = root.childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    found.push(node);
    for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
      const child = node.childNodes[at];
      if (child !== undefined) waiting.push(child);
    }
  }
  return found;
}

function attribute(element: Dom.Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name && attr.namespace === undefined)?.value;
}

function findBase(elements: readonly Dom.Element[]): string {
  const base = elements.find(({ tagName, attrs }) => tagName === 'base' && attrs.some(({ name }) => name === 'href'));
  return resolve(base === undefined ? '' : (attribute(base, 'href') ?? ''), 'about:blank') ?? 'about:blank';
}

function resolve(address: string, base: string): string | undefined {
  return parseAddress(address, base)?.href;
}

function readMetas(metas: readonly Dom.Element[]): Pick<PageFacts, 'metaPolicies' | 'leftPolicies' | 'metaReferrer'> {
  const policies: string[] = [];
  let metaReferrer: string | undefined;
  for (const meta of metas) {
    const content = attribute(meta, 'content');
    const equivalent = attribute(meta, 'http-equiv');
    if (equivalent !== undefined && content !== undefined) {
      if (content !== '' && equivalent.toLowerCase().trim() === 'content-security-policy') policies.push(content);
    } else if (attribute(meta, 'name')?.toLowerCase().trim() === 'referrer' && content !== undefined && content !== '') {
      metaReferrer = content;
    }
  }
  const metaPolicies = firstPolicies(policies);
  return { metaPolicies, leftPolicies: policies.length - metaPolicies.length, metaReferrer };
}

/** Whole policies only: half of one would forbid something else. */
function firstPolicies(policies: readonly string[]): readonly string[] {
  let characters = 0;
  const from = policies.slice(0, maxMetaPolicies).findIndex((policy) => {
    characters += policy.length;
    return characters > maxPolicyCharacters;
  });
  return policies.slice(0, from === -1 ? maxMetaPolicies : from);
}

function findInsecureLoads(elements: readonly Dom.Element[], base: string): readonly string[] {
  const loads = elements.flatMap((element) => {
    const isSheet = element.tagName === 'link' && /\b(?:stylesheet|icon|preload|modulepreload)\b/i.test(attribute(element, 'rel') ?? '');
    const name = isSheet ? 'href' : loadingAttributes[element.tagName];
    const address = name === undefined ? undefined : attribute(element, name);
    const resolved = address === undefined ? undefined : resolve(address, base);
    return resolved?.startsWith('http:') === true ? [resolved] : [];
  });
  return [...new Set(loads)];
}
