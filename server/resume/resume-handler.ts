import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Profile } from '@castellan/content/profile';
import type { Resume } from '@castellan/content/resume';
import type { Clock } from '@castellan/foundation/clock';
import { addressBlock } from '@castellan/platform/core/address-block';
import type { BackOff } from '@castellan/platform/core/back-off';
import type { RequestContext } from '@castellan/platform/core/caller';
import type { Log } from '@castellan/platform/core/log';
import type { ResumeRefusal } from '@castellan/web/resume-refusal';
import { type Drawn, runDrawing } from '../drawing-process.ts';
import type { DrawableLetters } from '../fonts/drawable-letters.ts';
import { checkResumeAddress, resumePath, signResumeAddress } from './resume-address.ts';
import { outlineOf } from './resume-outline.ts';

type Options = {
  readonly profile: () => Profile;
  readonly resume: () => Resume;
  readonly letters?: () => DrawableLetters;
  readonly key: () => Uint8Array;
  readonly clock: Clock;
  readonly log: Log;
  /** Counts the addresses given out to one visitor. */
  readonly backOff: BackOff;
  /** The web app, whose page `/resume` says why there is no resume. */
  readonly pages: (request: Request, search: string) => Promise<Response>;
  readonly draw?: (outline: string) => Promise<Drawn>;
};

/** The words of one content, and the document drawn from them. */
type Edition = {
  readonly profile: Profile;
  readonly resume: Resume;
  readonly outline: string;
  readonly version: string;
  bytes: Promise<Buffer> | undefined;
};

/** No copy is kept on the way or found by searching. */
const unlisted = { 'x-robots-tag': 'noindex, noarchive', 'cache-control': 'private, no-store' };

/**
 * A viewer draws the document inside a page of its own: what that page needs is allowed, a sandbox would keep Chromium's
 * viewer from starting, and no script of ours runs there.
 */
const viewerPolicy = "default-src 'none'; object-src 'self'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * `GET /resume` leads on to an address that opens the owner's resume for two minutes; that address answers with the PDF.
 * It is drawn when it is first asked for, once to a version of the content, and kept.
 */
export function createResumeHandler(
  options: Options,
): (request: Request, context: RequestContext) => Promise<Response> | Response | undefined {
  const { clock, draw = drawInProcess } = options;
  let edition: Edition | undefined;
  const present = (): Edition => {
    const [profile, resume] = [options.profile(), options.resume()];
    if (edition?.profile === profile && edition.resume === resume) return edition;
    const outline = JSON.stringify(outlineOf(profile, resume, options.letters?.()));
    const version = createHash('sha256').update(outline).digest('base64url').slice(0, 16);
    // Saved without a change of what the resume says: the document stays.
    edition = { profile, resume, outline, version, bytes: edition?.version === version ? edition.bytes : undefined };
    return edition;
  };
  const bytesOf = (wanted: Edition): Promise<Buffer> => {
    wanted.bytes ??= draw(wanted.outline).then(({ bytes, remarks }) => {
      if (remarks !== '') options.log.warn('the resume lacks letters that its typefaces do not have', { letters: remarks.slice(0, 200) });
      return bytes;
    });
    return wanted.bytes;
  };

  /** The page reads why from its query, which a visitor cannot set. */
  const refuse = async (request: Request, why: ResumeRefusal, retryAfterSeconds?: number): Promise<Response> => {
    const page = await options.pages(request, `?refused=${why}`);
    const refused = new Response(page.body, page);
    for (const [name, value] of Object.entries(unlisted)) refused.headers.set(name, value);
    if (retryAfterSeconds !== undefined) refused.headers.set('retry-after', String(retryAfterSeconds));
    return refused;
  };

  const give = async (request: Request, wanted: Edition): Promise<Response> => {
    try {
      return answer(request, await bytesOf(wanted), wanted.profile.name);
    } catch (error) {
      // It is tried again at the next request.
      wanted.bytes = undefined;
      options.log.error('resume not drawn', { error: error instanceof Error ? error : String(error) });
      return refuse(request, 'undrawn', 60);
    }
  };

  const lead = async (request: Request, address: string): Promise<Response> => {
    const turn = await options.backOff.reserve(addressBlock(address));
    if (!turn.ok) return refuse(request, 'busy', turn.failure.waitSeconds);
    const location = signResumeAddress(options.key(), present().version, clock.nowMs());
    return new Response(null, { status: 302, headers: { ...unlisted, location } });
  };

  return (request, { address }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/resume') return lead(request, address);
    if (pathname !== resumePath) return undefined;
    const wanted = present();
    const checked = checkResumeAddress(options.key(), wanted.version, searchParams, clock.nowMs());
    return checked.ok ? give(request, wanted) : refuse(request, checked.failure.code === 'resume_expired' ? 'expired' : 'forged');
  };
}

function drawInProcess(outline: string): Promise<Drawn> {
  return runDrawing(join(import.meta.dirname, 'draw-resume-program.ts'), outline);
}

function answer(request: Request, bytes: Buffer, name: string): Response {
  const headers = {
    ...unlisted,
    'content-type': 'application/pdf',
    'content-length': String(bytes.byteLength),
    'content-disposition': disposition(name),
    'content-security-policy': viewerPolicy,
  };
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

/** A file name for whoever saves the document, in both of the spellings that RFC 6266 knows. */
function disposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 .-]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const encoded = encodeURIComponent(`${name.replace(/[/\\]/g, '-')} - Resume.pdf`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `inline; filename="${plain === '' ? '' : `${plain} - `}Resume.pdf"; filename*=UTF-8''${encoded}`;
}
