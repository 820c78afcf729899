import type { Condition } from './condition.ts';

/**
 * The first operator among the conditions whose cost its user's text decides: a regular expression or a full-text search.
 * A pattern of a few characters can keep a database busy for as long as it is allowed to run.
 */
export function findCostlyOperator(conditions: readonly Condition[]): string | undefined {
  for (const condition of conditions) {
    if (condition.kind === 'group') {
      const inner = findCostlyOperator(condition.members);
      if (inner !== undefined) return inner;
      continue;
    }
    const { operation } = condition;
    if (operation.kind === 'search') return operation.operator;
    if (operation.kind === 'compare' && (operation.operator === 'match' || operation.operator === 'imatch')) return operation.operator;
  }
  return undefined;
}
