import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Article } from '@castellan/content/article';
import type { Profile } from '@castellan/content/profile';
import { drawingNames, type Resume } from '@castellan/content/resume';
import type { Log } from '@castellan/platform/core/log';
import { drawingAddress, engraveDrawing } from '@castellan/web/engrave-drawing';
import { engraveRosette, rosetteAddress } from '@castellan/web/engrave-rosette';
import { engravePortrait } from './engrave-portrait.ts';
import { readPhoto } from './read-photo.ts';

type Given = {
  readonly profile: () => Profile;
  readonly resume: () => Resume;
  readonly articles: () => readonly Pick<Article, 'title'>[];
  /** The bytes of the photo that the profile names; `undefined` without one. */
  readonly photo: () => Buffer | undefined;
  readonly log: Log;
  /** Called when a portrait was engraved, and when one is there no more: pages that show it are made again. */
  readonly onPortrait: () => void;
  readonly read?: typeof readPhoto;
};

export type Engravings = {
  /** The address of the owner's portrait; `undefined` while it is not engraved, or where it cannot be. */
  readonly portrait: () => string | undefined;
  /** Engraves a changed photo. Called once at the start, and when the content changed. */
  readonly renew: () => Promise<void>;
  /** Answers for the drawings under `/engravings/`; `undefined`: not one of them. */
  readonly answer: (request: Request) => Promise<Response | undefined>;
};

const compress = promisify(brotliCompress);

/**
 * What the pages are decorated with, engraved once for each version of the content and never in a visitor's browser: the
 * rosettes of the owner's and the projects' names and of the articles' titles, the projects' drawings, and the portrait. Only what the content asks for
 * is drawn, so that made-up addresses cost nothing.
 */
export function createEngravings({ profile, resume, articles, photo, log, onPortrait, read = readPhoto }: Given): Engravings {
  const drawn = new Map<string, Promise<Buffer>>();
  let portrait: { readonly address: string; readonly source: string; readonly svg: string } | undefined;
  let triedSource: string | undefined;
  const engraveAt = (address: string): string | undefined => {
    if (address === portrait?.address) return portrait.svg;
    const names = [profile().name, ...resume().projects.map((project) => project.name), ...articles().map(({ title }) => title)];
    const name = names.find((one) => rosetteAddress(one) === address);
    if (name !== undefined) return engraveRosette(name);
    for (const drawing of drawingNames) {
      for (const layer of ['body', 'mark'] as const) {
        if (drawingAddress(drawing, layer) === address) return engraveDrawing(drawing, layer);
      }
    }
    return undefined;
  };
  return {
    portrait: () => portrait?.address,
    renew: async () => {
      drawn.clear();
      const bytes = photo();
      const source = bytes === undefined ? undefined : hash(bytes);
      if (source === triedSource) return;
      triedSource = source;
      let fresh: typeof portrait;
      if (bytes !== undefined && source !== undefined) {
        try {
          fresh = { address: `/engravings/portrait-${source}.svg`, source, svg: engravePortrait(await read(bytes)) };
        } catch (error) {
          log.warn('profile.json: the field "photo" names a picture that cannot be engraved; the monogram stands in its place', {
            reason: error instanceof Error ? error.message : String(error),
          });
        }
      }
      // Another photo came while this one was read.
      if (source !== triedSource || fresh?.address === portrait?.address) return;
      portrait = fresh;
      onPortrait();
    },
    answer: async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/engravings/')) return undefined;
      let packed = drawn.get(pathname);
      if (packed === undefined) {
        const svg = engraveAt(pathname);
        if (svg === undefined) return undefined;
        packed = compress(svg);
        drawn.set(pathname, packed);
      }
      const headers = new Headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' });
      const takesPacked = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
      if (takesPacked) headers.set('content-encoding', 'br');
      if (request.method === 'HEAD') return new Response(null, { headers });
      return new Response(takesPacked ? new Uint8Array(await packed) : engraveAt(pathname), { headers });
    },
  };
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
