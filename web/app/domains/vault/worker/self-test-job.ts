import { utf8 } from '@castellan/foundation/bytes';
import { guardArgon2id, saltBytes } from '@castellan/vault-core/crypto/argon2id';
import { runSelfTest } from '@castellan/vault-core/crypto/self-test';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { entryTotpAt, parseEntryTotp } from '@castellan/vault-core/totp/entry-totp';
import type { SelfTestLine, SelfTestReport } from '../contract/vault-security.ts';
import { platformHmac } from '../entries/entry-code.ts';
import { waysIn } from './security-jobs.ts';

/** RFC 6238, appendix B: the keys are ASCII digits, repeated to the length of the digest. */
const totpVectors = [
  { algorithm: 'SHA1', bytes: 20, seconds: 59, code: '94287082' },
  { algorithm: 'SHA1', bytes: 20, seconds: 20_000_000_000, code: '65353130' },
  { algorithm: 'SHA256', bytes: 32, seconds: 59, code: '46119246' },
  { algorithm: 'SHA256', bytes: 32, seconds: 20_000_000_000, code: '77737706' },
  { algorithm: 'SHA512', bytes: 64, seconds: 59, code: '90693936' },
  { algorithm: 'SHA512', bytes: 64, seconds: 20_000_000_000, code: '47863826' },
] as const;

async function totpLine({ algorithm, bytes, seconds, code }: (typeof totpVectors)[number], nowMs: () => number): Promise<SelfTestLine> {
  const start = nowMs();
  const secret = base32(utf8('1234567890'.repeat(7).slice(0, bytes)));
  const totp = parseEntryTotp(`otpauth://totp/x?secret=${secret}&algorithm=${algorithm}&digits=8&period=30`);
  const given = totp.ok ? await entryTotpAt(totp.value, seconds * 1000, platformHmac).catch(() => undefined) : undefined;
  return {
    name: `TOTP with ${algorithm.replace('SHA', 'SHA-')} at ${seconds.toLocaleString('en')} s`,
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
export async function selfTest(ports: VaultPorts, vault: OpenVault | undefined): Promise<SelfTestReport> {
  const lines: SelfTestLine[] = await runSelfTest(ports);
  for (const vector of totpVectors) lines.push(await totpLine(vector, ports.clock.nowMs));
  const cost = vault && waysIn(vault).find(({ kind, listed }) => kind === 'master' && listed)?.cost;
  if (cost === undefined || cost === null) return { lines, derivation: undefined };
  const start = ports.clock.nowMs();
  const derived = await guardArgon2id(ports.argon2id)(utf8('how long does one guess take here'), new Uint8Array(saltBytes), cost);
  const milliseconds = ports.clock.nowMs() - start;
  return { lines, derivation: derived.ok ? { cost, milliseconds } : undefined };
}
