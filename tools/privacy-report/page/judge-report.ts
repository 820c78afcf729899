import { type AttributeId, attributes, type Measured } from './attributes.ts';
import { keyOf } from './model-keys.ts';
import { type PublishedFigure, publishedFigures } from './published-figures.ts';

/** The tables of `model.json`: shares of the classes, and P(value | class), in millionths. */
export type Model = {
  readonly classes: Readonly<Record<string, number>>;
  readonly fonts: readonly string[];
  readonly attributes: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
};

/**
 * `bits`: how surprising this value is; `unseen`: the model never met it. Of attributes that the model lacks, what is published
 * of the attribute as a whole, which says nothing of this value.
 */
export type Surprisal = { readonly kind: 'bits'; readonly bits: number } | { readonly kind: 'unseen' } | PublishedFigure;

export type Judged = {
  readonly id: AttributeId;
  readonly name: string;
  readonly group: string;
  readonly value: string;
  readonly surprisal: Surprisal;
  /** Whether the runs differ. */
  readonly isUnstable: boolean;
};

export type Judgement = {
  readonly attributes: readonly Judged[];
  /** All together, within the browser's class as if independent; absent where the model has no such browser. */
  readonly bits: number | undefined;
  /** Over how many attributes the sum goes. */
  readonly counted: number;
  /** How many values the model never saw; they are not in `bits`. */
  readonly unseen: number;
};

/** Judges runs of one browser by the model. The values are the first run's. */
export function judgeRuns(runs: readonly [Measured, ...Measured[]], model: Model): Judgement {
  const [first] = runs;
  const names = Object.keys(model.classes);
  const ownClass = names.indexOf(first.browser);
  let bits = ownClass === -1 ? undefined : bitsOf((model.classes[first.browser] ?? 0) / 1e6);
  let counted = bits === undefined ? 0 : 1;
  let unseen = 0;
  const judged = attributes.map((attribute): Judged => {
    const { id, name, group } = attribute;
    const value = first[id];
    const isUnstable = runs.some((run) => run[id] !== value);
    const place = { id, name, group, value, isUnstable };
    if (!attribute.hasModel) return { ...place, surprisal: publishedFigures[attribute.id] };
    if (id === 'browser') {
      if (bits === undefined) unseen += 1;
      return { ...place, surprisal: bits === undefined ? { kind: 'unseen' } : { kind: 'bits', bits } };
    }
    const row = model.attributes[id]?.[keyOf(value)] ?? [];
    const shares = pairsOf(row);
    const everywhere = shares.reduce((sum, [index, share]) => sum + (share / 1e6) * ((model.classes[names[index] ?? ''] ?? 0) / 1e6), 0);
    const here = shares.find(([index]) => index === ownClass)?.[1];
    if (here === undefined) unseen += 1;
    else if (bits !== undefined) {
      bits += bitsOf(here / 1e6);
      counted += 1;
    }
    return { ...place, surprisal: everywhere === 0 ? { kind: 'unseen' } : { kind: 'bits', bits: bitsOf(everywhere) } };
  });
  return { attributes: judged, bits, counted, unseen };
}

function pairsOf(row: readonly number[]): readonly (readonly [number, number])[] {
  return Array.from({ length: row.length / 2 }, (_, at) => [row[2 * at] ?? 0, row[2 * at + 1] ?? 0]);
}

/** Surprisal in bits; never less than 0, though sums of rounded shares may pass 1. */
function bitsOf(share: number): number {
  return Math.max(0, -Math.log2(share));
}

/** `1 in 1,300`: how many browsers share a value of so many bits. */
export function oneIn(bits: number): string {
  const count = 2 ** bits;
  const digits = count < 10 ? 1 : 0;
  const rounded = count < 1000 ? Number(count.toFixed(digits)) : Number(count.toPrecision(2));
  return rounded > 1e9 ? 'less than 1 in a billion' : `1 in ${rounded.toLocaleString('en')}`;
}
