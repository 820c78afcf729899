import type { PasskeyFactor } from '../../../../domains/session/passkey-factor.ts';
import type { WayIn } from '../../../../domains/vault/contract/vault-security.ts';

/** A way into the vault, a passkey that signs in, or both in one. At least one of the two is there. */
export type MergedWay = {
  readonly key: string;
  readonly kind: WayIn['kind'];
  readonly label: string;
  readonly way: WayIn | undefined;
  readonly factor: PasskeyFactor | undefined;
};

const order = ['master', 'recovery', 'passkey', 'device'] as const;

/**
 * The ways in, each passkey with the factor of its name: the two are made in one ceremony under one name, which a second one
 * of either is refused. Of several ways of one name, as earlier versions allowed them, the newest has the factor.
 */
export function mergeWays(ways: readonly WayIn[], factors: readonly PasskeyFactor[]): readonly MergedWay[] {
  const newest = new Map(ways.filter(({ kind }) => kind === 'passkey').map((way) => [way.label, way.slotId]));
  const factorOf = ({ kind, label, slotId }: WayIn) =>
    kind === 'passkey' && newest.get(label) === slotId ? factors.find(({ name }) => name === label) : undefined;
  const opening = ways.map((way): MergedWay => ({ key: way.slotId, kind: way.kind, label: way.label, way, factor: factorOf(way) }));
  const signingIn = factors
    .filter(({ name }) => !newest.has(name))
    .map((factor): MergedWay => ({ key: factor.factorId, kind: 'passkey', label: factor.name, way: undefined, factor }));
  return [...opening, ...signingIn].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}
