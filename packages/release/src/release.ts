import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import * as z from 'zod/mini';

/** Most files, routes and bytes of a release. The build has a few hundred files. */
export const releaseCaps = { files: 4000, routes: 500, bytes: 1_000_000 } as const;

/** What a release may list: files of the build's own folders, files beside them by their ending, and pages of one segment. */
const pathPattern =
  /^\/(?:(?:assets|icons)\/[\w-][\w.-]{0,199}|[\w-][\w-]{0,99}\.(?:css|html|ico|js|json|png|svg|webmanifest|woff2)|[a-z0-9-]{1,100})$/;

const path = z.string().check(z.maxLength(220), z.regex(pathPattern));
const policy = z.string().check(z.regex(/^[ -~]{1,16000}$/));

const releaseSchema = z.strictObject({
  format: z.literal(1),
  version: z.int().check(z.positive()),
  name: z.string().check(z.regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]{1,100})?$/)),
  commit: z.nullable(z.string().check(z.regex(/^[0-9a-f]{40}$/))),
  shell: path,
  routes: z.array(z.string().check(z.regex(/^\/[a-z0-9-]{1,100}$/))).check(z.minLength(1), z.maxLength(releaseCaps.routes)),
  files: z.record(path, z.string().check(z.regex(/^[\w-]{43}$/))),
  policies: z.strictObject({ page: policy, worker: policy, 'wasm-worker': policy, 'service-worker': policy }),
});

/**
 * Everything that the owner's half can load, by its bytes.
 * `version`: positive, only rises. `name`: the product's. `shell`: the path, among `files`, of the page that starts each of `routes`.
 * `files`: SHA-256 by path, base64url without padding. `policies`: the Content-Security-Policy of pages and workers.
 */
export type Release = z.infer<typeof releaseSchema>;

/** Why bytes are no release. `not_canonical`: the same content is written in another way than {@link writeRelease} does. */
export type ReleaseFailure = { readonly code: 'too_large' | 'malformed' | 'not_canonical' };

/** The one writing of a release: ASCII, fixed order of the keys, routes and files sorted, two spaces, a line end. Throws what is none. */
export function writeRelease(release: Release): Uint8Array<ArrayBuffer> {
  const judged = judgeShape(release);
  if (!judged.ok) throw new Error('This is not a release.');
  return bytesOf(canonicalText(judged.value));
}

/** The release that bytes hold, where they are exactly as {@link writeRelease} writes them: one content has one identity. */
export function readRelease(bytes: Uint8Array): Result<Release, ReleaseFailure> {
  if (bytes.length > releaseCaps.bytes) return fail({ code: 'too_large' });
  if (bytes.some((byte) => byte > 126)) return fail({ code: 'malformed' });
  const text = textOf(bytes);
  const judged = judgeShape(parseJson(text));
  if (!judged.ok) return judged;
  return canonicalText(judged.value) === text ? judged : fail({ code: 'not_canonical' });
}

/** The identity of a release, or of a file in one: the SHA-256 of its bytes, base64url without padding. */
export function hashOf(bytes: Uint8Array): string {
  return base64urlnopad.encode(sha256(bytes));
}

/** The 32 bytes of a hash as {@link hashOf} writes it. Throws on another text. */
export function hashBytes(hash: string): Uint8Array {
  return base64urlnopad.decode(hash);
}

function judgeShape(value: unknown): Result<Release, ReleaseFailure> {
  const parsed = releaseSchema.safeParse(value);
  if (!parsed.success) return fail({ code: 'malformed' });
  const { data } = parsed;
  if (Object.keys(data.files).length > releaseCaps.files) return fail({ code: 'too_large' });
  if (!Object.hasOwn(data.files, data.shell) || new Set(data.routes).size !== data.routes.length) return fail({ code: 'malformed' });
  return succeed(data);
}

function canonicalText({ format, version, name, commit, shell, routes, files, policies }: Release): string {
  const { page, worker, 'wasm-worker': wasmWorker, 'service-worker': serviceWorker } = policies;
  const ordered = {
    ...{ format, version, name, commit, shell },
    routes: routes.toSorted(),
    files: Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    policies: { page, worker, 'wasm-worker': wasmWorker, 'service-worker': serviceWorker },
  };
  return `${JSON.stringify(ordered, undefined, 2)}\n`;
}

function bytesOf(ascii: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(ascii, (sign) => sign.charCodeAt(0));
}

function textOf(ascii: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < ascii.length; at += 8192) parts.push(String.fromCharCode(...ascii.subarray(at, at + 8192)));
  return parts.join('');
}
