import { fromBase64Url } from '@castellan/foundation/bytes';
import { sealToKey } from '@castellan/foundation/seal-to-key';
import { expect, test } from 'vitest';
import { draftCurve, openFromKey, sealingPorts } from './open-from-key.ts';

// The text that the server's half is held to as well (packages/foundation, seal-to-key).
const publicKey = 'BFInuLMeTMXlvdJHICb1j1SmD-KxZMTuDC_nCVSNRgCrsEX0klcZh2SRSmjnsJlHpqLPk3NFNJUEM2y1WptK4a0';
const privateKeyText =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpYDs69bHjssiLJ5oZEHXuBM4QbG0AHL1g5Dsa5U8Es-hRANCAARSJ7izHkzF5b3SRyAm9Y9Upg_isWTE7gwv5wlUjUYAq7BF9JJXGYdkkUpo57CZR6aiz5NzRTSVBDNstVqbSuGt';
const sealedOnce =
  'BM3Yj2aacbqdghRjV6uBLhDRV9ptaV55cHNJoHQHYkoetatkt_Na3SFvCAqPFCp1kVggCxhh5Ll01Fba-9j9XgA.' +
  'AQIDBAUGBwgJCgsMlFlyblCYQTHVbrtwclUprvlXhTLBx_mqq2NahagsL3m9pmntdzYRyzVT7kHcpaFsHe1JkWwh_aeocEnvgawsNKgaSwxrhv3B1HyE9HX1wUY';

const terms = { label: 'castellan.test.1', bound: ['a', 'b'], publicKey };
const content = { measure: 'weight', value: 74.2 };
const privateKey = await crypto.subtle.importKey('pkcs8', fromBase64Url(privateKeyText) ?? new Uint8Array(), draftCurve, false, [
  'deriveBits',
]);

test('the text that was made once opens, and so does a new one', async () => {
  expect(await openFromKey(terms, privateKey, sealedOnce)).toEqual(content);
  expect(await openFromKey(terms, privateKey, await sealToKey(sealingPorts, terms, content))).toEqual(content);
});

test('as another’s, for another purpose, with anything changed or added it does not', async () => {
  const changed = [
    [{ ...terms, label: 'castellan.test.2' }, sealedOnce],
    [{ ...terms, bound: ['ab', ''] }, sealedOnce],
    [{ ...terms, publicKey: sealedOnce.split('.')[0] ?? '' }, sealedOnce],
    [terms, `${sealedOnce}.`],
    [terms, sealedOnce.replace('.AQ', '.AR')],
    [terms, sealedOnce.slice(0, -4)],
    [terms, sealedOnce.replace('.', '')],
    [terms, ''],
  ] as const;
  for (const [named, text] of changed) expect(await openFromKey(named, privateKey, text)).toBeUndefined();
});
