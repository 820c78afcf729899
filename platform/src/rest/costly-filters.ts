import type { Condition } from './condition.ts';
import type { ResourceParameters } from './query-parameters.ts';

/**
 * The first operator among the conditions of a request and of what it embeds whose cost its user's text decides: a regular
 * expression or a full-text search. A pattern of a few characters can keep a database busy for as long as it is allowed to run.
 */
export function findCostlyOperator({ conditions, embedded }: ResourceParameters): string | undefined {
  const own = costlyAmong(conditions);
  if (own !== undefined) return own;
  for (const inner of embedded.values()) {
    const found = findCostlyOperator(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function costlyAmong(conditions: readonly Condition[]): string | undefined {
  for (const condition of conditions) {
    if (condition.kind === 'group') {
      const inner = costlyAmong(condition.members);
      if (inner !== undefined) return inner;
      continue;
    }
    const { operation } = condition;
    if (operation.kind === 'search') return operation.operator;
    if (operation.kind === 'compare' && (operation.operator === 'match' || operation.operator === 'imatch')) return operation.operator;
  }
  return undefined;
}
