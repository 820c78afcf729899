/** What a label may say, besides the functions and pages that there are. */
const services = ['auth', 'rest', 'realtime', 'functions', 'storage'] as const;

/** The addresses that exist, as far as a label names them. */
export type KnownRoutes = {
  readonly functions: ReadonlySet<string>;
  /** First parts of pages' addresses, without slashes; the home page's is empty. */
  readonly pages: ReadonlySet<string>;
};

/**
 * The label of a request by its path: one of a set that is known beforehand, whatever strangers ask for, so that the number of time
 * series is bounded. `/rest/v1/tasks` is `rest`, `/functions/v1/contact` is `functions/contact`, `/vault` is `/vault`, a file of the
 * build is `files`, and what there is not is `other`.
 */
export function routeLabel(path: string, known: KnownRoutes): string {
  const [, first = '', second = '', third = ''] = path.split('/', 4);
  const service = services.find((name) => name === first);
  if (service !== undefined && second === 'v1') {
    return service === 'functions' && known.functions.has(third) ? `functions/${third}` : service;
  }
  if (first === '.netlify' && second === 'functions') return known.functions.has(third) ? `functions/${third}` : 'functions';
  if (first === 'assets' || first === 'fonts') return 'files';
  // The data of a page is asked for at its address with an ending, that of the home page at a name of its own.
  const page = first === '_.data' ? '' : first.replace(/\.data$/, '');
  if (known.pages.has(page)) return `/${page}`;
  return second === '' && /\.[a-z0-9]{1,12}$/.test(first) ? 'files' : 'other';
}
