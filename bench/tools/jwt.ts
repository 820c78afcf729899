/**
 * `npm run bench -- jwt`: JWT Lab beside jose on published test vectors (RFC 7515 to 7520, Project Wycheproof), and its guesses per
 * second beside hashcat, where that is installed, and a loop over jose. Fails where a vector is judged otherwise than documented.
 */
import { spawnSync } from 'node:child_process';
import { createHmac, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactDecrypt, compactVerify, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { decryptJwe } from '../../tools/jwt-lab/knowledge/jwe/decrypt-jwe.ts';
import { parseJwe } from '../../tools/jwt-lab/knowledge/jwe/parse-jwe.ts';
import { type Jwk, parseJwks, secretKey } from '../../tools/jwt-lab/knowledge/jwk.ts';
import { parseCompact, parseJws } from '../../tools/jwt-lab/knowledge/parse-jws.ts';
import { utf8 } from '../../tools/jwt-lab/knowledge/text-bytes.ts';
import { verifyJws } from '../../tools/jwt-lab/knowledge/verify-jws.ts';
import { jobHandlers } from '../../tools/jwt-lab/page/job-handlers.ts';
import { createHmacGuess } from '../../tools/jwt-lab/server/guess-hmac.ts';
import { writeTable } from '../written-table.ts';

const folder = join(import.meta.dirname, '..', '..', 'tools', 'jwt-lab', 'tests');
const read = <Shape>(name: string, shape: z.ZodType<Shape>): Shape => shape.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
const keySchema = z.record(z.string(), z.unknown());

function keysOf(keys: readonly object[]): readonly Jwk[] {
  const parsed = parseJwks(JSON.stringify({ keys }));
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
}

/** How many of a set came out as they should. */
type Score = { readonly right: number; readonly of: number };

async function scoreOf<Case>(cases: readonly Case[], isRight: (one: Case) => Promise<boolean>): Promise<Score> {
  let right = 0;
  for (const one of cases) if (await isRight(one).catch(() => false)) right += 1;
  return { right, of: cases.length };
}

async function verifyVectors(): Promise<Score> {
  const shape = z.object({ verified: z.array(z.object({ token: z.string(), keys: z.array(keySchema), detached: z.string().optional() })) });
  return scoreOf(read('rfc-vectors.json', shape).verified, async ({ token, keys, detached }) => {
    const parsed = parseJws(token);
    const content = detached === undefined ? undefined : utf8(detached);
    return parsed.ok && (await verifyJws(parsed.value, keysOf(keys), webcrypto.subtle, content)).valid;
  });
}

async function decryptVectors(): Promise<Score> {
  const vector = z.object({
    tokens: z.array(z.string()),
    keys: z.array(keySchema),
    password: z.string().optional(),
    plaintext: z.string(),
  });
  const { decrypted } = read('rfc-jwe-vectors.json', z.object({ decrypted: z.array(vector) }));
  const cases = decrypted.flatMap(({ tokens, ...rest }) => tokens.map((token) => ({ token, ...rest })));
  return scoreOf(cases, async ({ token, keys, password, plaintext }) => {
    const parsed = parseJwe(token, 'any');
    const outcome = parsed.ok
      ? await decryptJwe(parsed.value, password === undefined ? keysOf(keys) : [secretKey(utf8(password))])
      : undefined;
    return outcome?.plaintext !== undefined && Buffer.from(outcome.plaintext).toString() === plaintext;
  });
}

const outcome = z.object({ result: z.string(), jws: z.string().optional(), jwe: z.string().optional() });
const wycheproof = z.object({
  testGroups: z.array(z.object({ public: keySchema.optional(), private: keySchema, tests: z.array(outcome) })),
});

/** Project Wycheproof's tests of one kind, by us and by jose alone. */
async function scoreWycheproof(
  name: string,
  ours: (token: string, key: Jwk) => Promise<boolean>,
  theirs: (token: string, key: JWK) => Promise<unknown>,
): Promise<{ readonly ours: Score; readonly theirs: Score }> {
  const cases = read(name, wycheproof).testGroups.flatMap(({ public: publicKey, private: privateKey, tests }) =>
    tests.map(({ result, jws, jwe }) => ({
      token: jws ?? jwe ?? '',
      isValid: result === 'valid',
      key: (jws === undefined ? undefined : publicKey) ?? privateKey,
    })),
  );
  const accepts = (work: Promise<unknown>) =>
    work.then(
      (said) => said !== false,
      () => false,
    );
  return {
    ours: await scoreOf(cases, async ({ token, isValid, key }) => {
      const [parsed] = keysOf([key]);
      return parsed !== undefined && (await accepts(ours(token, parsed))) === isValid;
    }),
    theirs: await scoreOf(cases, async ({ token, isValid, key }) => (await accepts(theirs(token, key as JWK))) === isValid),
  };
}

async function acceptsSignature(token: string, key: Jwk): Promise<boolean> {
  const parsed = parseCompact(token);
  return parsed.ok && (await verifyJws(parsed.value, [key], webcrypto.subtle)).valid;
}

async function acceptsEncrypted(token: string, key: Jwk): Promise<boolean> {
  const parsed = parseJwe(token, 'compact');
  return parsed.ok && (await decryptJwe(parsed.value, [key])).code === 'decrypted';
}

const words = Array.from({ length: 200_000 }, (_, at) => `password${at}`);
const signed = [
  { alg: 'HS256', typ: 'JWT' },
  { sub: '1234567890', name: 'Ada Lovelace', iat: 1_516_239_022 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const token = `${signed}.${createHmac('sha256', 'not in the list').update(signed).digest('base64url')}`;

/** The best of three, since other programs take turns on the machine. */
async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return (count / Math.min(...times)) * 1000;
}

async function guessRates(): Promise<{ readonly command: number; readonly worker: number; readonly jose: number }> {
  const parsed = parseCompact(token);
  const isSecret = parsed.ok ? createHmacGuess(parsed.value) : undefined;
  if (isSecret === undefined) throw new Error('no HMAC');
  const context = { progress: () => undefined, isCancelled: () => false, signal: new AbortController().signal };
  const few = words.slice(0, 10_000);
  return {
    command: await perSecond(words.length, async () => words.filter(isSecret)),
    worker: await perSecond(words.length, () => jobHandlers.guess({ token, words, withVariations: false }, context)),
    jose: await perSecond(few.length, async () => {
      for (const word of few) await compactVerify(token, utf8(word)).catch(() => undefined);
    }),
  };
}

/** hashcat's own benchmark of its mode for these tokens, on all that OpenCL offers; `undefined` where it does not run. */
function hashcatRate(): number | undefined {
  const ran = spawnSync('hashcat', ['--benchmark', '--hash-type', '16500', '--force'], { encoding: 'utf8', timeout: 300_000 });
  const [, digits, unit = ''] = /Speed\.#\d+\.*:\s+([\d.]+) ([kMG]?)H\/s/.exec(ran.stdout ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits) * ({ k: 1e3, M: 1e6, G: 1e9 }[unit] ?? 1);
}

const signatures = await scoreWycheproof('wycheproof-json-web-signature.json', acceptsSignature, async (text, key) =>
  compactVerify(text, await importJWK(key)),
);
const encrypted = await scoreWycheproof('wycheproof-json-web-encryption.json', acceptsEncrypted, async (text, key) =>
  compactDecrypt(text, await importJWK(key)),
);
const [verified, decrypted] = [await verifyVectors(), await decryptVectors()];
const rates = await guessRates();
const hashcat = hashcatRate();
const said = ({ right, of }: Score) => `${right} of ${of}`;
const rate = (value: number | undefined) =>
  value === undefined ? 'not installed' : `${Math.round(value / 1000).toLocaleString('en-GB')},000`;
const table = `| What | Castellan | Peer | |
| --- | --- | --- | --- |
| Signed examples of RFC 7515, 7519, 7520, 7797, 8037 verified | ${said(verified)} | the RFCs | ${verified.right === verified.of ? 'yes' : 'no'} |
| Encrypted examples of RFC 7516, 7520, 8037 decrypted, RSA1_5 apart | ${said(decrypted)} | the RFCs | ${decrypted.right === decrypted.of ? 'yes' : 'no'} |
| Project Wycheproof, signatures judged alike | ${said(signatures.ours)} | jose: ${said(signatures.theirs)} | |
| Project Wycheproof, encryption judged alike | ${said(encrypted.ours)} | jose: ${said(encrypted.theirs)} | |
| HS256 secrets tried per second, command line, one thread | ${rate(rates.command)} | jose: ${rate(rates.jose)} | ${(rates.command / rates.jose).toFixed(0)} × |
| HS256 secrets tried per second, one Worker of the page, in Node | ${rate(rates.worker)} | hashcat, both processors: ${rate(hashcat)} | ${hashcat === undefined ? '' : `${(rates.worker / hashcat).toFixed(2)} ×`} |`;
console.log(table);
if (process.argv.includes('--write')) writeTable('jwt', 'npm run bench -- jwt --write', table);
const isRight =
  verified.right === verified.of && decrypted.right === decrypted.of && signatures.ours.right === 397 && encrypted.ours.right === 131;
if (!isRight) process.exitCode = 1;
