import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { LabCertificates } from './certificates.ts';
import { addresses, domain, webSix } from './company.ts';
import { listenAt } from './listen.ts';
import { claimableServices, loggedNames } from './zone.ts';

/** The shop's page: a script of somebody else's without a hash, a picture by plain HTTP, a form. */
const shopPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Harbour Books</title>
<link rel="stylesheet" href="/style.css">
<script src="/shop.js"></script>
<script src="https://cdn.example/slider/4.1/slider.min.js"></script>
<script>window.basket = { items: 0 };</script>
</head>
<body>
<h1>Harbour Books</h1>
<p>New and used books by the sea.</p>
<img src="http://www.${domain}/window.jpg" alt="The shop's window">
<form action="/search"><input name="q"><button>Search</button></form>
</body>
</html>
`;

/** What the shop answers with, as a server that was set up once and left alone. */
const shopHeaders = {
  server: 'nginx/1.24.0',
  'x-powered-by': 'PHP/8.1.2',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example; img-src *; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-xss-protection': '1; mode=block',
  'cache-control': 'no-cache',
};

const mailPolicy = `version: STSv1\nmode: testing\nmx: mail.${domain}\nmax_age: 604800\n`;
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" baseProfile="tiny-ps" version="1.2" viewBox="0 0 8 8"><title>Harbour Books</title></svg>\n';

/** Starts every web server of the lab. `nowMs` is a midnight: it is in each answer's date. */
export async function openWebServers(certificates: LabCertificates, nowMs: number): Promise<void> {
  const date = new Date(nowMs).toUTCString();
  const answer =
    (respond: RequestListener): RequestListener =>
    (request, response) => {
      response.setHeader('date', date);
      respond(request, response);
    };
  const page = (title: string, status = 200): RequestListener =>
    answer((_, response) => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(titled(title)));
  const secure = (options: ServerOptions, respond: RequestListener) => createHttpsServer(options, respond);
  const shop = answer(respondAsShop);
  const toHttps = answer((request, response) =>
    response.writeHead(301, { location: `https://${request.headers.host ?? domain}${request.url}`, server: shopHeaders.server }).end(),
  );
  for (const host of [addresses.web, webSix]) {
    await listenAt(secure({ ...certificates.web, ...webTls }, shop), host, 443);
    await listenAt(createHttpServer(toHttps), host, 80);
  }
  await listenAt(secure(certificates.staging, page('Harbour Books (staging)')), addresses.staging, 443);
  await listenAt(createHttpServer(page('Harbour Books (staging)')), addresses.staging, 80);
  await listenAt(secure(certificates.office, page('Harbour Books: stock')), addresses.office, 443);
  await listenAt(createHttpServer(page('Harbour Books: stock')), addresses.office, 80);
  await listenAt(secure(certificates.expired, page('Backup: sign in', 401)), addresses.office, 8443);
  await listenAt(createHttpServer(page('Till printer')), addresses.office, 8080);
  const unclaimed = answer((_, response) =>
    response.writeHead(404).end('<title>Nothing here</title>There is no site at this address yet.'),
  );
  await listenAt(createHttpServer(unclaimed), addresses.pages, 80);
  await listenAt(secure(certificates.logs, answer(respondAsLogs)), addresses.logs, 443);
}

const titled = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>`;

/** Old protocols and a suite without forward secrecy's best, left on for a till of long ago. */
const webTls: ServerOptions = {
  minVersion: 'TLSv1',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-SHA',
    'ECDHE-ECDSA-AES128-SHA@SECLEVEL=0',
  ].join(':'),
  ecdhCurve: 'X25519MLKEM768:X25519:P-256',
};

const respondAsShop: RequestListener = (request, response) => {
  const [path] = (request.url ?? '/').split('?');
  const host = request.headers.host ?? domain;
  if (host.startsWith('mta-sts.') && path === '/.well-known/mta-sts.txt') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(mailPolicy);
  } else if (host.startsWith('api.')) {
    response.writeHead(401, { 'content-type': 'application/json', server: shopHeaders.server }).end('{"error":"no token"}');
  } else if (path === '/logo.svg') {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(logo);
  } else {
    response
      .writeHead(200, {
        ...shopHeaders,
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': ['session=lab; Path=/; Secure; SameSite=Lax', 'basket=lab; Path=/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax'],
      })
      .end(shopPage);
  }
};

/** Both certificate logs and the list of services, as they answer; the second log asks for fewer questions. */
const respondAsLogs: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'https://logs.example');
  if (pathname === '/crtsh/') {
    const entries = loggedNames.map(({ names, day }) => ({ name_value: names.join('\n'), not_before: `${day}T00:00:00` }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(entries));
  } else if (pathname === '/services.json') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(claimableServices));
  } else {
    response.writeHead(429, { 'retry-after': '3600' }).end('{"code":"rate_limited"}');
  }
};
