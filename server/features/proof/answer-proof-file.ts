import type { SignedDay } from '@castellan/foundation/signed-log';
import { type LogDay, sha256 } from './log-statement.ts';

const plain = 'text/plain; charset=utf-8';

/**
 * Answers for the files that a visitor checks the log with; `undefined`: not one of them.
 * - `/proof/key.pem`: what the days verify with.
 * - `/proof/days.txt`: the hash of every day's statement, as `sha256sum -c` reads it.
 * - `/proof/2026.jsonl`: every signed day of that year with its signature and key, a line each, for the page's own check.
 * - `/proof/2026-11-21.txt`, `.sig` and `.pem`: a day's statement, its signature as DER, and the key of that day.
 */
export function answerProofFile(request: Request, days: readonly LogDay[], publicPem: () => string): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/proof/')) return undefined;
  const file = fileOf(pathname.slice('/proof/'.length), days, publicPem);
  if (file === undefined) return undefined;
  const headers = { 'content-type': file.type, 'cache-control': 'public, max-age=3600', 'x-robots-tag': 'noindex' };
  return new Response(request.method === 'HEAD' ? null : file.body, { headers });
}

type File = { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> };

function fileOf(name: string, days: readonly LogDay[], publicPem: () => string): File | undefined {
  if (name === 'key.pem') return { type: plain, body: publicPem() };
  if (name === 'days.txt') return { type: plain, body: days.map(({ day, statement }) => `${sha256(statement)}  ${day}.txt\n`).join('') };
  const [, year] = /^(\d{4})\.jsonl$/.exec(name) ?? [];
  if (year !== undefined) return yearFile(days.filter(({ day }) => day.startsWith(year)));
  const [, day, kind] = /^(\d{4}-\d\d-\d\d)\.(txt|sig|pem)$/.exec(name) ?? [];
  const found = day === undefined ? undefined : days.find((one) => one.day === day);
  if (found === undefined) return undefined;
  if (kind === 'txt') return { type: plain, body: found.statement };
  if (kind === 'pem') return { type: plain, body: found.publicKey };
  return { type: 'application/octet-stream', body: new Uint8Array(found.signature) };
}

function yearFile(days: readonly LogDay[]): File | undefined {
  if (days.length === 0) return undefined;
  const lines = days.map(({ day, statement, signature, publicKey }): SignedDay => {
    return { day, statement, signature: Buffer.from(signature).toString('base64'), publicKey };
  });
  return { type: 'application/jsonl', body: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
}
