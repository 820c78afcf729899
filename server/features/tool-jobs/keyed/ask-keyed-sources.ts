import type { ForeignReads } from '../../../foreign/reader.ts';
import type { KeyedAnswer } from '../../../tools/keyed-source.ts';
import type { PreparedRun, Tool } from '../../../tools/tool.ts';
import type { SourceKeyStore } from './source-key-store.ts';

/** Adds to a run what the tool's keyed sources say of its target. Nothing of it is kept with the job. */
export type AskKeyedSources = (tool: Pick<Tool, 'keyed'>, prepared: PreparedRun, signal: AbortSignal) => Promise<PreparedRun>;

/** All of a run's sources may take so long; what is not answered by then is not. */
const maxMs = 45_000;

/** Makes it. `urls`: base addresses by the sources' ids; a source without one is not asked. */
export function createKeyedAsking(given: {
  readonly store: Pick<SourceKeyStore, 'read'>;
  readonly reads: ForeignReads;
  readonly urls: Readonly<Record<string, string | undefined>>;
}): AskKeyedSources {
  const { store, reads, urls } = given;
  return async ({ keyed }, prepared, signal) => {
    if (keyed === undefined || !keyed.isWanted(prepared.options)) return prepared;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
    const unasked = (problem: string): KeyedAnswer => ({ names: [], problem, isUnasked: true });
    const answers = await Promise.all(
      keyed.sources.map(async ({ id, title, ask }) => {
        const baseUrl = urls[id];
        const key = baseUrl === undefined ? undefined : await store.read(id);
        const answer =
          baseUrl === undefined
            ? unasked('Switched off on this server.')
            : key === undefined
              ? unasked('No API key.')
              : await ask({ reads, key, baseUrl, target: prepared.target, signal: ending });
        return { source: title, ...answer };
      }),
    );
    return { ...prepared, options: { ...(prepared.options as object), [keyed.option]: answers } };
  };
}
