import { whileOpen } from '../../domains/vault/while-open.ts';
import type { ToolLive } from '../tool-live.ts';

/** Health Matrix: its figures, and the check-in that is due. */
export const healthMatrixLive: ToolLive = {
  metrics: whileOpen(() => import('./live/metrics.ts')),
  due: whileOpen(() => import('./live/due.ts')),
};
