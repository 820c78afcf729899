import { coloursOf } from '@castellan/web/colour-tokens';
import { type DirectResponse, toResponse } from './direct-answer.ts';
import { makeNonce } from './security-headers.ts';

/** What a page of the server's own says. */
export type PlainPage = {
  readonly status: number;
  readonly title: string;
  /** The machine-readable line over the title, an ornament: at most 40 capital letters and `<`. */
  readonly mark: string;
  /** HTML. What did not come from this program must have been escaped. */
  readonly body: string;
  /** HTML for the head, escaped as well. */
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Escapes text for HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');
}

/**
 * A page that needs neither the web app nor a script nor anything from elsewhere, in the site's colours. No cache keeps it and no
 * search finds it.
 */
export function plainPage({ status, title, mark, body, head = '', headers = {} }: PlainPage): DirectResponse {
  const nonce = makeNonce();
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<p class="mrz" aria-hidden="true">${escapeHtml(mark)}</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      ...headers,
    },
    body: html,
  };
}

/** The same page as an answer of the framework's. A HEAD request gets its head alone. */
export function answerPlainPage(method: string, page: PlainPage): Response {
  return toResponse(method, plainPage(page));
}

/** The colours that these pages use. */
const used = ['plate', 'ink', 'muted', 'hairline', 'edge', 'copper', 'on-copper', 'verdigris', 'carmine'] as const;

const style = `
:root { color-scheme: dark light; ${declare(coloursOf('dark'))} }
@media (prefers-color-scheme: light) { :root { ${declare(coloursOf('light'))} } }
body { margin: 0; min-height: 100svh; display: grid; align-items: center; background: var(--plate); color: var(--ink); font: 400 1rem/1.55 Archivo, system-ui, sans-serif; overflow-wrap: anywhere; }
main { box-sizing: border-box; width: 100%; max-width: 46rem; margin: auto; padding: 3rem 1.5rem; }
.mrz { max-width: none; margin: 0 0 1.25rem; padding-bottom: 1.25rem; border-bottom: 1px solid var(--hairline); color: var(--muted); font: 400 .8125rem/1.4 "Azeret Mono", ui-monospace, monospace; letter-spacing: .08em; }
h1 { margin: 0; font-size: clamp(2.25rem, 5vw, 4rem); font-weight: 640; font-stretch: 118%; line-height: 1.04; }
p { margin: 1.25rem 0 0; max-width: 38rem; font-size: 1.125rem; color: var(--muted); }
p.place { color: var(--ink); font: 400 1rem/1.5 "Azeret Mono", ui-monospace, monospace; }
p.place b { font-weight: 700; color: var(--copper); }
p.fault { color: var(--carmine); }
nav, form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 2rem; align-items: end; }
label { display: grid; gap: .5rem; flex: 1 1 14rem; max-width: 24rem; font-size: .875rem; }
input { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid var(--edge); background: var(--plate); color: var(--ink); font: inherit; font-size: 1rem; }
a, button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid var(--edge); background: none; color: var(--ink); font: inherit; text-decoration: none; cursor: pointer; }
nav a:first-child, button { border-color: var(--copper); background: var(--copper); color: var(--on-copper); }
:focus-visible { outline: 2px solid var(--verdigris); outline-offset: 3px; }
`;

function declare(colours: ReturnType<typeof coloursOf>): string {
  return used.map((name) => `--${name}: ${colours[name]};`).join(' ');
}
