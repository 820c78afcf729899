import type { DirectAnswer, DirectResponse } from './direct-answer.ts';
import type { Answer } from './listener.ts';
import { serviceWorkerPath } from './static-files.ts';

/** What a browser runs, or takes for the code of a page, by the destinations of the Fetch standard. */
const codeDestinations: ReadonlySet<string> = new Set([
  'audioworklet',
  'json',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
]);

const nothingHere: DirectResponse = {
  status: 404,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', vary: 'sec-fetch-dest' },
  body: JSON.stringify({ message: 'There is no code at this address.' }),
};

/**
 * Refuses whatever a browser wants to run, or to dress a page with, but for the files of the build. Policies say `'self'`: so nothing else
 * of this origin may be taken for code, whoever wrote it. Of these files one alone may be kept as a service worker. To be asked before every other answer.
 */
export function refuseCode(isBuiltFile: (path: string) => boolean): { readonly direct: DirectAnswer; readonly answer: Answer } {
  const isRefused = (path: string, destination: string | null | undefined) =>
    destination !== null &&
    destination !== undefined &&
    codeDestinations.has(destination) &&
    !(isBuiltFile(path) && (destination !== 'serviceworker' || path === serviceWorkerPath));
  return {
    direct: ({ path, headers }) => (isRefused(path, headers['sec-fetch-dest'] as string | undefined) ? nothingHere : undefined),
    answer: ({ url, headers }) =>
      isRefused(new URL(url).pathname, headers.get('sec-fetch-dest'))
        ? new Response(nothingHere.body as string, { status: nothingHere.status, headers: nothingHere.headers })
        : undefined,
  };
}
