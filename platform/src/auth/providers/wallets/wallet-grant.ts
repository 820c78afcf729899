import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import type { Outcome } from '../../auth-failure.ts';
import { type AuthCall, type AuthHandler, type AuthTools, answer, userAgentOf } from '../../auth-tools.ts';
import { protocolError, refuseChain } from '../../other-providers.ts';
import { optionalText, readBody } from '../../request-body.ts';
import type { KnownIdentity } from '../known-identity.ts';
import type { Chain } from '../provider-settings.ts';
import { signInWithIdentity } from '../settle-identity.ts';
import { spendProof } from '../spent-proofs.ts';
import type { Ways } from '../ways.ts';
import { judgeMessage, messageLifeMs } from './judge-message.ts';
import { fieldOf, readSignInMessage, type SignInMessage } from './sign-in-message.ts';
import { isSignedBy } from './signatures.ts';

const bodySchema = z.looseObject({ chain: optionalText, message: optionalText, signature: optionalText.pipe(z.string().max(200)) });

/** `POST /token?grant_type=web3`: a session for a message that a wallet signed. It is for this site, of the last ten minutes, and taken once. */
export function takeWalletBy(ways: Ways): AuthHandler {
  return async (tools, call) => {
    const body = await readBody(call.request, bodySchema);
    if (!body.ok) return body;
    const { message: text, signature } = body.value;
    const chain = ways.settings.wallets.find((each) => each === body.value.chain);
    if (chain === undefined) return refuseChain(body.value.chain);
    const counted = ways.reserve(call);
    if (!counted.ok) return counted;
    const { context } = tools;
    const nowMs = context.clock.nowMs();
    const message = readSignInMessage(chain, text);
    if (message === undefined) return succeed(protocolError('Signed message is not in the form of a sign-in'));
    const wrong = judgeMessage(message, { publicUrl: context.publicUrl, nowMs });
    if (wrong !== undefined) return succeed(protocolError(wrong));
    if (!isSignedBy(chain, { address: message.address, text, signature })) return refuseSignature(tools, call);
    const isFirst = await spendProof(context.database.auth, proofOf(message, text), { nowMs, untilMs: nowMs + 2 * messageLifeMs });
    if (!isFirst) return refuseSignature(tools, call);
    const granted = await signInWithIdentity(tools, call, identityOf(chain, message));
    return granted.ok ? succeed(answer(granted.value)) : granted;
  };
}

/** Wallets of the service's client may leave the nonce out: then the message itself is taken once. */
function proofOf(message: SignInMessage, text: string): string {
  const nonce = fieldOf(message, 'Nonce');
  return nonce === undefined ? `message ${text}` : `nonce ${message.chain} ${addressOf(message)} ${nonce}`;
}

/** An address of Ethereum is the same in any case of its letters. */
function addressOf({ chain, address }: Pick<SignInMessage, 'chain' | 'address'>): string {
  return chain === 'ethereum' ? address.toLowerCase() : address;
}

function identityOf(chain: Chain, message: SignInMessage): KnownIdentity {
  const address = addressOf(message);
  const subject = `web3:${chain}:${address}`;
  const network = fieldOf(message, 'Chain ID');
  const claims = { chain, address, domain: message.domain, ...(network === undefined ? {} : { network }) };
  return { provider: 'web3', issuer: 'web3', subject, data: { sub: subject, custom_claims: claims }, method: 'web3' };
}

function refuseSignature({ context }: AuthTools, call: AuthCall): Outcome<Response> {
  context.authEvents.signInFailed({ address: call.requestContext.address, userAgent: userAgentOf(call.request), method: 'wallet' });
  return succeed(protocolError('Signature does not match address in message'));
}
