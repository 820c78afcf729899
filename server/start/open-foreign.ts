import type { Egress } from '../adapters/egress.ts';
import { openForeignPool } from '../foreign/foreign-pool.ts';
import { createForeignEgress, createForeignReads, createToolRuns, type RunTool } from '../foreign/foreign-ports.ts';
import type { ForeignReads } from '../foreign/reader.ts';
import type { Start } from './start-steps.ts';

/** The ways to foreign hosts. All of them lead through processes of their own: what a host sends is read there. */
export type Foreign = {
  readonly egress: Egress;
  readonly reads: ForeignReads;
  readonly runTool: RunTool;
};

/** Opens them. No process is started before something is asked. */
export function openForeign({ settings, log, closers }: Start): Foreign {
  const pool = openForeignPool({ allowedNetworks: settings.allowedNetworks, log });
  closers.push(pool.close);
  return {
    egress: createForeignEgress(pool),
    reads: createForeignReads(pool),
    runTool: createToolRuns(pool),
  };
}
