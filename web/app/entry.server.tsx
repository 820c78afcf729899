import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { siteContext } from './lib/site-context.ts';

// The server sets this context; it must be this bundle's own, so it takes it from here.
export { siteContext };

/** The whole page, rendered to its end before the first byte leaves; every script in it carries the nonce that the server gave. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }));
  const nonce = loadContext.get(siteContext)?.nonce;
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} {...(nonce === undefined ? {} : { nonce })} />,
      {
        ...(nonce === undefined ? {} : { nonce }),
        // Everything stands where it belongs. React would send what is large at the end, and move it there by a script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => {
          const body = new PassThrough();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        // Rejected, the router logs it and renders the nearest error boundary instead.
        onShellError: reject,
        // Also told of an error inside a section that has a placeholder: the placeholder stands there, and the page is whole.
        // biome-ignore lint/suspicious/noConsole: as the router logs the errors that it catches itself.
        onError: (error) => console.error(error),
      },
    );
  });
}
