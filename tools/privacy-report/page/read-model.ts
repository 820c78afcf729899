import type { Model } from './judge-report.ts';
import model from './model.json' with { type: 'json' };

/** The model's tables, which come along with what measures. */
export function readModel(): Model {
  return model;
}
