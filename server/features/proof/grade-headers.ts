import { assumeCapture } from '@castellan/probes/observatory/assume-capture';
import { isScorable, pageIn, scoreCapture } from '@castellan/probes/observatory/observatory';
import { readHtml } from '@castellan/probes/observatory/read-html';
import type { HeaderGrade } from '@castellan/web/site-proof';
import { secureHeaders } from '../../http/security-headers.ts';

/**
 * Grades the home page by the HTTP Observatory's algorithm, from the very answer that this server gives. What a proxy in
 * front changes is not seen, and that plain HTTP leads to HTTPS is taken for granted. `undefined` where the site is not
 * served by HTTPS, which the scale presumes, or its home page is an error now.
 */
export async function gradeHeaders(
  siteUrl: string,
  answer: (request: Request) => Promise<Response>,
  nowMs: number,
): Promise<HeaderGrade | undefined> {
  if (!siteUrl.startsWith('https:')) return undefined;
  const response = await answer(new Request(`${siteUrl}/`));
  if (!isScorable(response.status)) return undefined;
  const headers = new Headers(response.headers);
  secureHeaders(headers, true);
  const { capture } = assumeCapture(
    { heads: [{ status: response.status, headers: [...headers].map(([name, value]) => ({ name, value })) }], body: await response.text() },
    { address: `${siteUrl}/`, http: 'redirects', isPreloaded: false, html: '', nowMs },
  );
  const { grade, score } = scoreCapture({ capture, page: pageIn(capture, readHtml) });
  const measuredAt = new Date(nowMs).toISOString();
  return { grade, score, measuredOn: measuredAt.slice(0, 10), measuredAt };
}
