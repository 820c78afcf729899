import type { DirectResponse } from '../../../server/http/direct-answer.ts';
import { escapeHtml, plainPage } from '../../../server/http/plain-page.ts';
import type { ShortLink } from './short-link.ts';

const home = '<nav aria-label="What to do now"><a href="/">Home</a></nav>';

/** Says that too much was tried from this address block. */
export function answerTooMany(waitSeconds: number): DirectResponse {
  return plainPage({
    status: 429,
    title: 'Too many attempts',
    mark: 'X<429LINK<<WAIT<<<<<<<<<<<<<<<<<<',
    body: `<p>Too much was tried from your network. Try again in ${waitSeconds} s.</p>\n${home}`,
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/** Says that too many wrong passwords of this link came, from wherever. */
export function answerGuessed(waitSeconds: number): DirectResponse {
  return plainPage({
    status: 429,
    title: 'Too many wrong passwords',
    mark: 'X<429LINK<<GUESSED<<<<<<<<<<<<<<<',
    body: `<p>Too many wrong passwords of this link came within an hour. Try again in ${Math.ceil(waitSeconds / 60)} min.</p>\n${home}`,
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/** No address is told to the destination of a link that says nothing of itself. */
const quiet = { 'referrer-policy': 'no-referrer' };

/** Asks for the password of a link. */
export function answerPasswordForm(slug: string, isWrong: boolean): DirectResponse {
  const fault = isWrong ? '<p class="fault" role="alert" id="fault">That is not the password of this link.</p>' : '';
  const described = isWrong ? ' aria-invalid="true" aria-describedby="fault"' : '';
  return plainPage({
    status: isWrong ? 403 : 200,
    title: 'This link has a password',
    mark: 'X<LINK<<PASSWORD<<<<<<<<<<<<<<<<<',
    body: `<p>Ask the person who sent you the link for its password.</p>
${fault}
<form method="post" action="/s/${slug}"><label>Password<input type="password" name="password" required maxlength="200" autocomplete="off" autofocus${described}></label><button type="submit">Open</button></form>`,
    headers: quiet,
  });
}

/** Leads on after a password. A form may lead to this site alone, so the page does, and says where. */
export function answerOpened(url: string): DirectResponse {
  const address = escapeHtml(url);
  return plainPage({
    status: 200,
    title: 'Opening the link',
    mark: 'X<LINK<<OPENED<<<<<<<<<<<<<<<<<<<',
    head: `<meta http-equiv="refresh" content="0; url=${address}">\n`,
    body: `${placeText(url)}\n<nav aria-label="What to do now"><a href="${address}" rel="noreferrer">Continue</a></nav>`,
    headers: quiet,
  });
}

/** Shows where a link leads, and counts nothing. What has a password or a limit does not show it. */
export function answerPreview(link: ShortLink): DirectResponse {
  const facts = [
    // A name tells what a password keeps.
    ...(link.title === '' || link.passwordHash !== undefined ? [] : [escapeHtml(link.title)]),
    ...(link.expiresAtMs === undefined ? [] : [`Until ${new Date(link.expiresAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.`]),
    ...(link.passwordHash === undefined ? [] : ['This link is protected by a password. Enter it to see where it leads.']),
    ...(link.maxVisits === undefined ? [] : ['This link opens a limited number of times. Open it to see where it leads.']),
  ];
  const isHidden = link.passwordHash !== undefined || link.maxVisits !== undefined;
  return plainPage({
    status: 200,
    title: 'Where this link leads',
    mark: 'X<LINK<<PREVIEW<<<<<<<<<<<<<<<<<<',
    body: `${isHidden ? '' : placeText(link.url)}
${facts.map((fact) => `<p>${fact}</p>`).join('\n')}
<nav aria-label="What to do now"><a href="/s/${link.slug}">Open the link</a><a href="/">Home</a></nav>`,
    headers: quiet,
  });
}

/** What programs that only look get of a link with a limit: opening it is left to people. */
export function answerUnopened(): DirectResponse {
  return plainPage({
    status: 200,
    title: 'This link opens for people',
    mark: 'X<LINK<<NOT<OPENED<<<<<<<<<<<<<<<',
    body: `<p>It can be opened a limited number of times, so programs that only look do not open it.</p>\n${home}`,
    headers: quiet,
  });
}

/** An address with its host in bold: that is what tells where one goes. What is no address to a browser is shown as it is. */
function placeText(url: string): string {
  const host = URL.parse(url)?.host ?? '';
  const at = host === '' ? -1 : url.indexOf(host);
  if (at < 0) return `<p class="place">${escapeHtml(url)}</p>`;
  const [before, after] = [url.slice(0, at), url.slice(at + host.length)];
  return `<p class="place">${escapeHtml(before)}<b>${escapeHtml(host)}</b>${escapeHtml(after)}</p>`;
}
