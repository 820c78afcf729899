/** A group of a key exchange. `bits` is the size that strength is judged by: of the curve, or of the prime. */
export type Group = {
  readonly code: number;
  readonly name: string;
  readonly bits: number;
  readonly kind: 'curve' | 'prime' | 'post-quantum';
};

const curve = (code: number, name: string, bits: number): Group => ({ code, name, bits, kind: 'curve' });
const prime = (code: number, bits: number): Group => ({ code, name: `ffdhe${bits}`, bits, kind: 'prime' });
const quantum = (code: number, name: string, bits: number): Group => ({ code, name, bits, kind: 'post-quantum' });

/** Every group that is offered to servers (IANA, “TLS Supported Groups”), by what a careful server would prefer. */
export const groups: readonly Group[] = [
  quantum(4588, 'X25519MLKEM768', 256),
  quantum(4587, 'SecP256r1MLKEM768', 256),
  quantum(4589, 'SecP384r1MLKEM1024', 384),
  quantum(513, 'MLKEM768', 256),
  quantum(514, 'MLKEM1024', 384),
  quantum(512, 'MLKEM512', 256),
  // The draft that browsers sent before the standard.
  quantum(25_497, 'X25519Kyber768Draft00', 256),
  curve(29, 'x25519', 253),
  curve(23, 'secp256r1', 256),
  curve(30, 'x448', 448),
  curve(24, 'secp384r1', 384),
  curve(25, 'secp521r1', 521),
  curve(31, 'brainpoolP256r1tls13', 256),
  curve(32, 'brainpoolP384r1tls13', 384),
  curve(33, 'brainpoolP512r1tls13', 512),
  curve(26, 'brainpoolP256r1', 256),
  curve(27, 'brainpoolP384r1', 384),
  curve(28, 'brainpoolP512r1', 512),
  curve(41, 'curveSM2', 256),
  ...[2048, 3072, 4096, 6144, 8192].map((bits, index) => prime(256 + index, bits)),
  curve(22, 'secp256k1', 256),
  curve(21, 'secp224r1', 224),
  curve(20, 'secp224k1', 224),
  curve(19, 'secp192r1', 192),
  curve(18, 'secp192k1', 192),
  curve(17, 'secp160r2', 160),
  curve(16, 'secp160r1', 160),
  curve(15, 'secp160k1', 160),
  ...[
    [14, 'sect571r1', 571],
    [13, 'sect571k1', 571],
    [12, 'sect409r1', 409],
    [11, 'sect409k1', 409],
    [10, 'sect283r1', 283],
    [9, 'sect283k1', 283],
    [8, 'sect239k1', 239],
    [7, 'sect233r1', 233],
    [6, 'sect233k1', 233],
    [5, 'sect193r2', 193],
    [4, 'sect193r1', 193],
    [3, 'sect163r2', 163],
    [2, 'sect163r1', 163],
    [1, 'sect163k1', 163],
  ].map(([code, name, bits]) => curve(Number(code), String(name), Number(bits))),
];

const byCode: ReadonlyMap<number, Group> = new Map(groups.map((group) => [group.code, group]));
const byName: ReadonlyMap<string, Group> = new Map(groups.map((group) => [group.name, group]));

/** A group by its name in reports. */
export function groupByName(name: string): Group | undefined {
  return byName.get(name);
}

/** The name of a group; its number where it has none. */
export function groupName(code: number): string {
  return byCode.get(code)?.name ?? `group ${code}`;
}

/** Codes for a hello of TLS 1.3: what it knows no longer is left out. */
export const tls13Groups: readonly number[] = groups
  .filter(({ code }) => code >= 23 && !(code >= 26 && code <= 28))
  .map(({ code }) => code);

/** Codes for a hello of an older protocol. */
export const legacyGroups: readonly number[] = groups
  .filter(({ kind, code }) => kind !== 'post-quantum' && !(code >= 31 && code <= 33))
  .map(({ code }) => code);
