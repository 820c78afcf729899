import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeRelease, type KeptRelease, type OfferedRelease, type PinnedRelease } from './judge-release.ts';
import { hashOf } from './release.ts';
import { bytesOfRelease, keyPairOf } from './test-releases.ts';

const keys = [keyPairOf(1), keyPairOf(2)];
/** Releases by number and content, with a signature of each key: made once, because signing is what takes time. */
const made = [1, 2, 3].flatMap((version) =>
  ['0.1.0', '0.2.0'].map((name) => {
    const bytes = bytesOfRelease({ version, name });
    return { version, bytes, hash: hashOf(bytes), signatures: keys.map(({ sign }) => sign(bytes)) };
  }),
);

const one = fc.constantFrom(...made);
const keyLine = fc.constantFrom(null, ...keys.map(({ line }) => line));
const pinnedRelease: fc.Arbitrary<PinnedRelease | undefined> = fc.option(
  fc.record({ of: one, key: keyLine }).map(({ of: { hash, version }, key }) => ({ hash, version, key })),
  { nil: undefined },
);
const keptRelease: fc.Arbitrary<KeptRelease | undefined> = fc.option(
  one.map(({ hash, version }) => ({ hash, version })),
  { nil: undefined },
);
const offer = fc.record({ of: one, signer: fc.constantFrom(undefined, 0, 1), broken: fc.boolean(), key: keyLine }).map((drawn) => {
  const { of, signer, broken, key } = drawn;
  const signature = signer === undefined ? null : (of.signatures[signer] ?? null);
  const offered: OfferedRelease = { bytes: of.bytes, signature: broken && signature !== null ? 'nothing' : signature, key };
  return { ...of, offered, signedBy: broken || signer === undefined ? undefined : keys[signer]?.line };
});

const forAll = (holds: (pinned: PinnedRelease | undefined, kept: KeptRelease | undefined, drawn: Drawn) => void) =>
  fc.assert(fc.property(pinnedRelease, keptRelease, offer, holds), { numRuns: 300 });
type Drawn = typeof offer extends fc.Arbitrary<infer Value> ? Value : never;

test('with a pinned key nothing is taken, kept as the same or asked about that the key did not sign', () => {
  forAll((pinned, kept, { offered, signedBy }) => {
    if (pinned?.key === null || pinned === undefined || signedBy === pinned.key) return;
    expect(judgeRelease(pinned, kept, offered)).toMatchObject({ verdict: 'refuse' });
  });
});

test('a site whose key is pinned and whose signature is gone is refused by that name', () => {
  forAll((pinned, kept, { offered }) => {
    if (pinned === undefined || pinned.key === null) return;
    expect(judgeRelease(pinned, kept, { ...offered, signature: null })).toEqual({ verdict: 'refuse', reason: 'signature_missing' });
  });
});

test('nothing older than what was pinned or kept is ever taken or asked about', () => {
  forAll((pinned, kept, { offered, version }) => {
    if (version >= Math.max(pinned?.version ?? 0, kept?.version ?? 0)) return;
    expect(judgeRelease(pinned, kept, offered).verdict).toBe('refuse');
  });
});

test('where something is kept, only a pinned key takes another release without the owner, and only one with a higher number', () => {
  forAll((pinned, kept, { offered, hash, version, signedBy }) => {
    const judged = judgeRelease(pinned, kept, offered);
    if (judged.verdict !== 'take' || kept === undefined) return;
    expect(hash).not.toBe(kept.hash);
    // The pinned one was judged before: its files are gone.
    if (hash === pinned?.hash) return;
    expect(signedBy).toBe(pinned?.key);
    expect(version).toBeGreaterThan(Math.max(kept.version, pinned?.version ?? 0));
  });
});

test('without a pinned key another release, signed or not, waits for the owner', () => {
  forAll((pinned, kept, { offered, hash, version }) => {
    if ((pinned?.key ?? null) !== null || kept === undefined || hash === kept.hash || hash === pinned?.hash) return;
    if (version < Math.max(pinned?.version ?? 0, kept.version)) return;
    const unsigned = judgeRelease(pinned, kept, { ...offered, key: null });
    expect(unsigned).toMatchObject({ verdict: 'ask', hash, key: null });
  });
});

test('a key that a site hands out later is never pinned: whoever serves a true release could sign it with a key of their own', () => {
  forAll((pinned, kept, { offered }) => {
    const judged = judgeRelease(pinned, kept, offered);
    if (pinned !== undefined && judged.verdict !== 'refuse') expect(judged.key).toBe(pinned.key);
  });
});

test('the kept release is the same as long as its number is not below a pin, and what is told of it is read from its bytes', () => {
  forAll((pinned, kept, { offered, hash, version }) => {
    const judged = judgeRelease(pinned, kept, offered);
    if (judged.verdict === 'refuse') return;
    expect(judged).toMatchObject({ hash, release: { version } });
    expect(judged.verdict === 'same').toBe(hash === kept?.hash);
  });
});

test('a device without pins takes the first whole release, and pins a key only if it signed it', () => {
  forAll((_pinned, _kept, { offered, signedBy }) => {
    const judged = judgeRelease(undefined, undefined, offered);
    if (offered.key === null) expect(judged).toMatchObject({ verdict: 'take', key: null });
    else if (offered.key === signedBy) expect(judged).toMatchObject({ verdict: 'take', key: signedBy });
    else expect(judged.verdict).toBe('refuse');
  });
});

test('a key of the site other than the pinned one changes nothing', () => {
  forAll((pinned, kept, { offered }) => {
    if ((pinned?.key ?? null) === null) return;
    expect(judgeRelease(pinned, kept, offered)).toEqual(judgeRelease(pinned, kept, { ...offered, key: keys[0]?.line ?? null }));
  });
});

test('bytes that are no release are refused, whoever signed them', () => {
  const { line, sign } = keyPairOf(1);
  const bytes = new TextEncoder().encode('{}\n');
  expect(judgeRelease(undefined, undefined, { bytes, signature: sign(bytes), key: line })).toEqual({
    verdict: 'refuse',
    reason: 'malformed',
  });
});
