import { expect, test } from 'vitest';
import type { PasskeyClient } from '../ports/passkey-client.ts';
import type { PasskeyFactors } from '../ports/passkey-factors.ts';
import { codeOf, draft, master, must, openNewVault, untilVerified } from '../testing/vault-world.ts';

type Answers = { output: Uint8Array<ArrayBuffer> | undefined; knowsPrf: boolean; wanted: unknown[] };

const answering = (output?: Uint8Array<ArrayBuffer>): Answers => ({ output, knowsPrf: true, wanted: [] });
const shown = { id: 'Y3JlZA', rawId: 'Y3JlZA', type: 'public-key', response: {}, clientExtensionResults: {} } as const;

/** A passkey that answers with what it is told to. */
function passkey(answers: Answers): PasskeyClient {
  const refused = { ok: false, failure: { code: 'refused' } } as const;
  return {
    isSupported: () => true,
    make: async (_label, wanted) => {
      answers.wanted.push(wanted);
      if (answers.output === undefined) return refused;
      const prf = { credentialId: 'Y3JlZA', prfSalt: 'c2FsdA', prfOutput: answers.output };
      return { ok: true, value: { answer: shown, prf: answers.knowsPrf ? prf : undefined } };
    },
    show: async () => refused,
    open: async () => (answers.output === undefined ? refused : { ok: true, value: answers.output }),
  };
}

const options = { challenge: new Uint8Array(32), rp: { name: 'House' }, user: { id: new Uint8Array(16), name: '', displayName: '' } };
const offer = { factorId: 'f', challengeId: 'c', options: { ...options, pubKeyCredParams: [] } };
const refusedFor = (reason: string) => ({ ok: false, failure: { code: 'refused', reason, details: [] } }) as const;

/** An auth service that takes passkeys, or refuses them for a reason. */
function factors(refusals: { offer?: string; keep?: string } = {}) {
  const kept: unknown[] = [];
  const port: PasskeyFactors = {
    offer: async () => (refusals.offer === undefined ? { ok: true, value: offer } : refusedFor(refusals.offer)),
    keep: async (_offer, answer) => {
      if (refusals.keep !== undefined) return refusedFor(refusals.keep);
      kept.push(answer);
      return { ok: true, value: undefined };
    },
    request: async () => refusedFor('mfa_factor_not_found'),
    show: async () => refusedFor('mfa_verification_failed'),
  };
  return { port, kept, refusals };
}

const proof = { kind: 'master', master } as const;

test('a passkey opens everything, and only with the output it was made with', async () => {
  const answers = answering(new Uint8Array(32).fill(7));
  const tab = await openNewVault({ passkeys: passkey(answers) });
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  expect(codeOf(await tab.actions.security.addPasskey({ kind: 'master', master: 'not the master' }, 'Ring'))).toBe('wrong_master');
  must(await tab.actions.security.addPasskey(proof, 'Ring'));
  tab.actions.lock('button');
  const state = tab.store.read();
  const [slot] = state.stage === 'locked' ? state.ways.passkeys : [];
  expect(slot?.label).toBe('Ring');
  answers.output = new Uint8Array(32).fill(8);
  expect(codeOf(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''))).toBe('unexpected');
  answers.output = undefined;
  expect(codeOf(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''))).toBe('passkey_refused');
  answers.output = new Uint8Array(32).fill(7);
  must(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''));
  await untilVerified(tab);
  expect(must(await tab.actions.readSecrets(id, 'view')).password).toBe('secret of Bank');
});

test('a cancelled passkey is added nowhere, and one that was taken away opens nothing', async () => {
  const answers = answering();
  const service = factors();
  const tab = await openNewVault({ passkeys: passkey(answers), passkeyFactors: service.port });
  expect(codeOf(await tab.actions.security.addPasskey(proof, 'Ring'))).toBe('passkey_refused');
  expect(service.kept).toEqual([]);
  answers.output = new Uint8Array(32).fill(7);
  must(await tab.actions.security.addPasskey(proof, 'Ring'));
  const state = tab.store.read();
  const [slot] = state.stage === 'open' ? state.ways.passkeys : [];
  must(await tab.actions.security.removeWayIn(slot?.slotId ?? '', proof));
  expect(tab.store.read()).toMatchObject({ ways: { passkeys: [] } });
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''))).toBe('unexpected');
});

test('one ceremony makes the way in and the factor; the auth service hears nothing of the key', async () => {
  const answers = answering(new Uint8Array(32).fill(7));
  const service = factors();
  const tab = await openNewVault({ passkeys: passkey(answers), passkeyFactors: service.port });
  expect(must(await tab.actions.security.addPasskey(proof, 'Ring'))).toEqual({ signsIn: true, opens: 'yes' });
  expect(answers.wanted).toEqual([offer.options]);
  expect(service.kept).toEqual([shown]);
  expect(tab.store.read()).toMatchObject({ ways: { passkeys: [{ label: 'Ring' }] } });
});

test('an authenticator without PRF gives the factor alone, and the vault is not written', async () => {
  const answers = { ...answering(new Uint8Array(32)), knowsPrf: false };
  const service = factors();
  const tab = await openNewVault({ passkeys: passkey(answers), passkeyFactors: service.port });
  expect(must(await tab.actions.security.addPasskey(proof, 'Old key'))).toEqual({ signsIn: true, opens: 'cannot' });
  expect(tab.store.read()).toMatchObject({ ways: { passkeys: [] } });
});

test('a backend that takes no passkeys leaves the way in alone, and without PRF nothing at all', async () => {
  for (const reason of ['mfa_webauthn_enroll_not_enabled', 'mfa_webauthn_verify_not_enabled']) {
    const answers = answering(new Uint8Array(32).fill(7));
    const tab = await openNewVault({ passkeys: passkey(answers), passkeyFactors: factors({ offer: reason }).port });
    expect(must(await tab.actions.security.addPasskey(proof, 'Ring'))).toEqual({ signsIn: false, opens: 'yes' });
    expect(answers.wanted).toEqual([undefined]);
    answers.knowsPrf = false;
    expect(codeOf(await tab.actions.security.addPasskey(proof, 'Old key'))).toBe('passkey_unsupported');
  }
});

test('what the auth service refuses adds no way in, and nothing is made before it offers', async () => {
  const refusals = [
    ['reauthentication_needed', 'fresh_proof_wanted'],
    ['mfa_factor_name_conflict', 'passkey_name_taken'],
    ['too_many_enrolled_mfa_factors', 'too_many_passkeys'],
    ['anything_else', 'unexpected'],
  ] as const;
  const answers = answering(new Uint8Array(32).fill(7));
  const service = factors();
  const tab = await openNewVault({ passkeys: passkey(answers), passkeyFactors: service.port });
  for (const [reason, code] of refusals) {
    service.refusals.offer = reason;
    expect(codeOf(await tab.actions.security.addPasskey(proof, 'Ring'))).toBe(code);
  }
  expect(answers.wanted).toEqual([]);
  delete service.refusals.offer;
  service.refusals.keep = 'mfa_verification_failed';
  expect(codeOf(await tab.actions.security.addPasskey(proof, 'Ring'))).toBe('passkey_refused');
  expect(tab.store.read()).toMatchObject({ ways: { passkeys: [] } });
});

test('two passkeys of one name are refused before anything is asked', async () => {
  const answers = answering(new Uint8Array(32).fill(7));
  const tab = await openNewVault({ passkeys: passkey(answers), passkeyFactors: factors().port });
  must(await tab.actions.security.addPasskey(proof, 'Ring'));
  expect(codeOf(await tab.actions.security.addPasskey(proof, 'Ring'))).toBe('passkey_name_taken');
  expect(answers.wanted).toHaveLength(1);
});
