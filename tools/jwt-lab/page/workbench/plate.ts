import { livePlate } from '../../../tool-plate.ts';
import { jwtLab } from '../../manifest.ts';
import { TokenPlate, type TokenPlateData } from './token-plate.tsx';

/** As long as a token may live before its life is a finding that holds its verdict down: the page that holds it is kept for a day and more. */
const lifeSeconds = 30 * 86_400;

/** A token made at a moment, with what the lab's code says of it then. */
export async function makeSample(crypto: Crypto, nowMs: number): Promise<TokenPlateData> {
  const [{ signExample }, { judgeSample }] = await Promise.all([import('../make-example.ts'), import('./judge-sample.ts')]);
  const iat = Math.floor(nowMs / 1000);
  // Short: all of it is shown.
  const claims = { iss: 'https://issuer.example', aud: 'api', sub: 'ada', iat, exp: iat + lifeSeconds };
  const { token, key } = await signExample(crypto, claims, false);
  const { kty, crv, x, y } = key;
  const keyText = JSON.stringify({ kty, crv, x, y });
  return { token, key: keyText, verdict: await judgeSample(token, keyText, crypto.subtle, nowMs) };
}

/** The lab on the workbench: a token that is made, read and judged whenever the page is made. */
export const tokenPlate = livePlate({
  tool: jwtLab,
  place: 'wide',
  load: () => makeSample(globalThis.crypto, Date.now()),
  Plate: TokenPlate,
});
