import { toBase64Url } from '@castellan/foundation/bytes';
import { argon2idOfLibsodium } from '../src/crypto/argon2id-libsodium.ts';
import { saveEdits } from '../src/entries/edit-entries.ts';
import type { OpenVault } from '../src/manifest/open-vault.ts';
import { sealCheckpoint } from '../src/manifest/seal-checkpoint.ts';
import type { VaultCrypto } from '../src/ports.ts';
import { addSlot } from '../src/slots/change-slots.ts';
import { createVault } from '../src/slots/create-vault.ts';
import { beginRotation } from '../src/slots/rotate-vault-key.ts';
import { SimulatedServer } from './simulated-server.ts';
import { entryId, master, minCost, must, rowOf, sampleEntry, seededBytes, send, testPorts, userId } from './vault-world.ts';

const prfOutput = new Uint8Array(seededBytes(501)(32));
const deviceKeyBytes = new Uint8Array(seededBytes(502)(32));
const share = toBase64Url(seededBytes(503)(32));
const deviceSlotId = 'de1ce000-0000-4000-8000-0000000f0f0f';
const laterMaster = 'der später gewählte Schlüssel';

/** The two entries of the frozen vault. */
export const frozenEntries = [
  sampleEntry(
    'Bank',
    { username: 'ada.varga', category: 'finance', favorite: true, tags: ['money', 'főszámla'] },
    { password: 'pä55-wörd 🗝', totp: 'JBSWY3DPEHPK3PXP' },
  ),
  sampleEntry(
    'Server',
    { kind: 'key', expiresAt: '2027-01-01T00:00:00.000Z', canary: true },
    { notes: 'line one\nline two', fields: [{ name: 'host', value: 'db.example', hidden: false }] },
  ),
] as const;

/** Everything of a vault that was made with fixed randomness, fixed time and the real derivation: what lies beside as `frozen-v2-hints.json`. */
export async function makeFrozenVault(): Promise<unknown> {
  const ports = { ...testPorts(500, argon2idOfLibsodium), crypto: inOrder(crypto.subtle) };
  const server = new SimulatedServer();
  const created = must(await createVault(ports, userId, [{ kind: 'master', master, cost: minCost }, { kind: 'recovery' }]));
  server.createVault(created.creation);
  let vault: OpenVault = created.next;
  const deviceKey = await crypto.subtle.importKey('raw', deviceKeyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const recovery = { kind: 'recovery', key: created.recoveryKey ?? '' } as const;
  const passkey = { kind: 'passkey', credentialId: 'Y3JlZGVudGlhbA', prfSalt: 'cHJmIHNhbHQ', label: 'key ring', prfOutput } as const;
  vault = send(server, must(await addSlot(ports, vault, recovery, passkey)));
  vault = send(
    server,
    must(await addSlot(ports, vault, recovery, { kind: 'device', slotId: deviceSlotId, label: 'laptop', deviceKey, share })),
  );
  const [bank, host] = frozenEntries;
  const icon = Uint8Array.from({ length: 70 }, (_, index) => index);
  vault = send(
    server,
    must(
      await saveEdits(ports, vault, [
        { kind: 'add', id: entryId(1), entry: bank, icon },
        { kind: 'add', id: entryId(2), entry: host },
      ]),
    ),
  );
  ports.clock.now += 60_000;
  const changed = { ...bank, secrets: { ...bank.secrets, password: 'the second password' } };
  vault = send(
    server,
    must(
      await saveEdits(ports, vault, [
        { kind: 'update', row: rowOf({ ports, server, vault, recoveryKey: '' }, entryId(1)), entry: changed },
      ]),
    ),
  );
  const checkpoint = must(await sealCheckpoint(ports, vault, { sequence: 7, hash: 'c0ffee' }));
  if (checkpoint !== undefined) vault = send(server, checkpoint);
  const before = picture(server);
  const begun = must(await beginRotation(ports, vault, recovery, [{ kind: 'master', master: laterMaster, cost: minCost }]));
  send(server, begun);
  return {
    about: 'A vault of format version 2, made once with fixed randomness. It must open for ever; see docs/vault-security.md.',
    userId,
    master,
    recoveryKey: created.recoveryKey,
    passkey: { credentialId: passkey.credentialId, prfOutput: toBase64Url(prfOutput) },
    device: { slotId: deviceSlotId, key: toBase64Url(deviceKeyBytes), share },
    icon: toBase64Url(icon),
    vault: before,
    rotating: { master: laterMaster, ...picture(server) },
  };
}

function picture(server: SimulatedServer) {
  const parts = [...server.parts].map(([part, envelope]) => ({ part, envelope })).sort((one, other) => one.part - other.part);
  return {
    snapshot: { exists: true, vault_id: server.vaultId, epoch: server.epoch, slots: [...server.slots.values()], parts },
    rows: [...server.rows.values()],
    history: [...server.history],
  };
}

/**
 * WebCrypto whose encryptions are answered in the order in which they were asked for: entries that are sealed side by side draw their
 * nonces in that order then, whichever of the platform's threads was quickest.
 */
function inOrder(platform: VaultCrypto): VaultCrypto {
  let before: Promise<unknown> = Promise.resolve();
  const ask = <Name extends keyof VaultCrypto>(name: Name) => platform[name].bind(platform) as VaultCrypto[Name];
  return {
    importKey: ask('importKey'),
    deriveBits: ask('deriveBits'),
    deriveKey: ask('deriveKey'),
    decrypt: ask('decrypt'),
    sign: ask('sign'),
    verify: ask('verify'),
    digest: ask('digest'),
    encrypt: (call, key, bytes) => {
      // Asked at once, because the bytes are overwritten as soon as the call has returned.
      const asked = platform.encrypt(call, key, bytes);
      const answer = before.then(() => asked);
      before = answer;
      return answer;
    },
  };
}
