import type { Value } from './table.ts';
import { valueText } from './table.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders any two values: numbers by size, everything else as people sort text (case and accents last), what is missing at the end. */
export function compareValues(one: Value, other: Value): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [valueText(one), valueText(other)];
  const order = collator.compare(first, second);
  if (order !== 0) return order;
  return first < second ? -1 : Number(first > second);
}

/** Whether two texts are the same to a reader: case does not matter. */
export function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether one text holds the other, in any case. */
export function holdsText(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** A text as the number it spells, if it spells one. */
export function numberOf(text: string): number | undefined {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
