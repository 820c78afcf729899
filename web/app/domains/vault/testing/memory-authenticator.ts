import { fromBase64Url, toBase64Url, utf8 } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import type { MadePasskey, PasskeyClient, PasskeyFailure } from '../ports/passkey-client.ts';
import type { PasskeyFactors } from '../ports/passkey-factors.ts';

const refused = (reason: string) => ({ ok: false, failure: { code: 'refused', reason, details: [] } }) as const;
const creation = { challenge: new Uint8Array(32), rp: { name: 'House' }, user: { id: new Uint8Array(16), name: '', displayName: '' } };

/**
 * Authenticators and the auth service that knows their passkeys, in memory. A passkey's id is its name in bytes; what it gives is
 * a digest of its id and the salt, so another salt gives another key.
 */
export class MemoryAuthenticator {
  /** Each evaluation that was asked for: the passkey's name, and the salt. */
  readonly asked: (readonly [name: string, prfSalt: string])[] = [];
  /** What each new passkey was wanted as; nothing, where no service wanted it. */
  readonly wanted: unknown[] = [];
  /** What the next ceremonies fail with, one after the other; nothing left: they answer. */
  readonly failures: PasskeyFailure['code'][] = [];
  /** Runs before each answer, as for what happens while the owner looks for the key. */
  onAsk = async (): Promise<void> => undefined;
  knowsPrf = true;
  /** Names of the factors. */
  readonly factors: string[] = [];
  /** A hosted project names every passkey of the account in a challenge. */
  namesAll = false;
  /** New passkeys' answers that the service took. */
  readonly kept: unknown[] = [];
  /** Why the service refuses to take a new passkey: before it is made, or afterwards. */
  refusals: { readonly offer?: string; readonly keep?: string } = {};
  /** The answers that the service checked. */
  readonly checked: string[] = [];
  refusesAnswers = false;

  readonly passkeyClient: PasskeyClient = {
    isSupported: () => true,
    make: async (label, wanted) => {
      this.wanted.push(wanted);
      const failure = this.failures.shift();
      return failure === undefined ? { ok: true, value: await this.#answer(idOf(label)) } : { ok: false, failure: { code: failure } };
    },
    show: async ({ allowCredentials = [] }) => {
      const [first] = allowCredentials;
      const failure = this.failures.shift();
      if (failure !== undefined || first === undefined) return { ok: false, failure: { code: failure ?? 'refused' } };
      return {
        ok: true,
        value: await this.#answer(toBase64Url(new Uint8Array(first.id instanceof ArrayBuffer ? first.id : first.id.buffer))),
      };
    },
    open: async (credentialId, prfSalt) => {
      this.asked.push([nameOf(credentialId), prfSalt]);
      await this.onAsk();
      const failure = this.failures.shift();
      if (failure !== undefined) return { ok: false, failure: { code: failure } };
      return { ok: true, value: await outputOf(credentialId, prfSalt) };
    },
  };

  readonly service: PasskeyFactors = {
    offer: async (name) => {
      if (this.refusals.offer !== undefined) return refused(this.refusals.offer);
      this.factors.push(name);
      return { ok: true, value: { factorId: name, challengeId: 'made', options: { ...creation, pubKeyCredParams: [] } } };
    },
    keep: async (_offer, answer) => {
      if (this.refusals.keep !== undefined) return refused(this.refusals.keep);
      this.kept.push(answer);
      return { ok: true, value: undefined };
    },
    request: async (factorId) => {
      if (!this.factors.includes(factorId)) return refused('mfa_factor_not_found');
      const named = this.namesAll ? this.factors : [factorId];
      const allowCredentials = named.map((name) => ({ type: 'public-key' as const, id: utf8(name) }));
      return { ok: true, value: { factorId, challengeId: 'asked', options: { challenge: new Uint8Array(32), allowCredentials } } };
    },
    show: async (_asked, answer) => {
      this.checked.push(nameOf(answer.id));
      return this.refusesAnswers ? refused('mfa_verification_failed') : { ok: true, value: undefined };
    },
  };

  async #answer(credentialId: string): Promise<MadePasskey> {
    const answer = { id: credentialId, rawId: credentialId, type: 'public-key', response: {}, clientExtensionResults: {} } as const;
    const prfSalt = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
    const prf = { credentialId, prfSalt, prfOutput: await outputOf(credentialId, prfSalt) };
    return { answer, prf: this.knowsPrf ? prf : undefined };
  }
}

const idOf = (name: string) => toBase64Url(utf8(name));
const nameOf = (credentialId: string) => new TextDecoder().decode(fromBase64Url(credentialId));

async function outputOf(credentialId: string, prfSalt: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', frame(credentialId, prfSalt)));
}
