import { fail, type Result, succeed } from '@castellan/foundation/result';
import { guardArgon2id, saltBytes } from '@castellan/vault-core/argon2id';
import { utf8 } from '@castellan/vault-core/bytes';
import type { OpenVault } from '@castellan/vault-core/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { runSelfTest } from '@castellan/vault-core/self-test';
import type { SlotSecret } from '@castellan/vault-core/slot-secret';
import { entryTotpAt, type Hmac, parseEntryTotp } from '@castellan/vault-core/totp/entry-totp';
import { unwrapVaultKey } from '@castellan/vault-core/unlock';
import type { SelfTestLine, SelfTestReport, WayIn } from './vault-security.ts';
import type { JobResult } from './vault-work.ts';

/** Every way into an open vault, and whether it is what the manifest lists. */
export function waysIn(vault: OpenVault): readonly Omit<WayIn, 'here'>[] {
  const listed = new Set(vault.head?.slots.map(({ id }) => id));
  const doubted = new Set(vault.findings.flatMap((finding) => ('slotId' in finding ? [finding.slotId] : [])));
  return vault.slots.map((slot) => ({
    slotId: slot.id,
    kind: slot.kind,
    label: 'label' in slot.parameters ? slot.parameters.label : '',
    cost: slot.kind === 'master' ? { memoryKib: slot.parameters.memoryKib, passes: slot.parameters.passes } : null,
    listed: listed.has(slot.id) && !doubted.has(slot.id),
  }));
}

/** Whether what was presented opens the vault's key, which is let go at once. */
export async function prove(ports: VaultPorts, vault: OpenVault, authority: SlotSecret): Promise<JobResult<'prove'>> {
  const unwrapped = await unwrapVaultKey(ports, vault, authority);
  if (!unwrapped.ok) return unwrapped;
  unwrapped.value.key.fill(0);
  return succeed(undefined);
}

/** RFC 6238, appendix B: the keys are ASCII digits, repeated to the length of the digest. */
const totpVectors = [
  { algorithm: 'SHA1', bytes: 20, seconds: 59, code: '94287082' },
  { algorithm: 'SHA1', bytes: 20, seconds: 20_000_000_000, code: '65353130' },
  { algorithm: 'SHA256', bytes: 32, seconds: 59, code: '46119246' },
  { algorithm: 'SHA256', bytes: 32, seconds: 20_000_000_000, code: '77737706' },
  { algorithm: 'SHA512', bytes: 64, seconds: 59, code: '90693936' },
  { algorithm: 'SHA512', bytes: 64, seconds: 20_000_000_000, code: '47863826' },
] as const;

const hashes = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' } as const;

const platformHmac: Hmac = async (algorithm, key, message) => {
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key), { name: 'HMAC', hash: hashes[algorithm] }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, Uint8Array.from(message)));
};

async function totpLine({ algorithm, bytes, seconds, code }: (typeof totpVectors)[number], nowMs: () => number): Promise<SelfTestLine> {
  const start = nowMs();
  const secret = base32(utf8('1234567890'.repeat(7).slice(0, bytes)));
  const totp = parseEntryTotp(`otpauth://totp/x?secret=${secret}&algorithm=${algorithm}&digits=8&period=30`);
  const given = totp.ok ? await entryTotpAt(totp.value, seconds * 1000, platformHmac).catch(() => undefined) : undefined;
  return {
    name: `TOTP with ${hashes[algorithm]} at ${seconds.toLocaleString('en')} s`,
    source: 'RFC 6238, appendix B',
    passed: given?.code === code,
    milliseconds: nowMs() - start,
  };
}

/** RFC 4648 §6, without padding. */
function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}

/** Asks this device for answers that are known, and measures one derivation at the open vault's own cost. */
export async function selfTest(
  ports: VaultPorts,
  vault: OpenVault | undefined,
): Promise<Result<SelfTestReport, { readonly code: 'locked' }>> {
  const lines: SelfTestLine[] = await runSelfTest(ports);
  for (const vector of totpVectors) lines.push(await totpLine(vector, ports.clock.nowMs));
  const cost = vault && waysIn(vault).find(({ kind, listed }) => kind === 'master' && listed)?.cost;
  if (cost === undefined || cost === null) return succeed({ lines, derivation: undefined });
  const start = ports.clock.nowMs();
  const derived = await guardArgon2id(ports.argon2id)(utf8('how long does one guess take here'), new Uint8Array(saltBytes), cost);
  const milliseconds = ports.clock.nowMs() - start;
  return succeed({ lines, derivation: derived.ok ? { cost, milliseconds } : undefined });
}

/** For jobs that want an open vault. */
export const notOpen = fail({ code: 'not_open' });
