import type { Change } from '../change.ts';
import type { LentEngine } from './records-engine.ts';
import type { UndoStep } from './undo-history.ts';

/**
 * What became of calling off an import: nothing of it had been sent, and nothing will be (`called-off`); what had been sent is on its way
 * back (`taken-back`); this page did not begin it, or something of it cannot be written now (`not-here`).
 */
export type CalledOff = { readonly kind: 'called-off' | 'not-here' } | { readonly kind: 'taken-back'; readonly sent: number };

/** Whether this page can call off an import: it began it. */
export function canCallOff({ history }: LentEngine, importId: string): boolean {
  return history.ofImport(importId) !== undefined;
}

/**
 * Calls off an import that is being sent: what was not sent is forgotten, and what was is taken back. Where it is not known whether the
 * server has the next part, all of it is sent and taken back.
 */
export function callOffImport(engine: LentEngine, importId: string): Promise<CalledOff> {
  const { outbox, history, isWritable, apply, inTurn } = engine;
  return inTurn(async (): Promise<CalledOff> => {
    const step = history.ofImport(importId);
    if (step === undefined || !step.every(({ collection }) => isWritable(collection))) return { kind: 'not-here' };
    const unsent = await outbox.forget(async (changes) => {
      const own = changes.filter((change) => change.step?.id === importId);
      return (await isNextThere(engine, own)) ? [] : own;
    });
    history.drop(step);
    const gone = new Set(unsent.map(({ collection, recordId }) => `${collection} ${recordId}`));
    const back: UndoStep = step.flatMap((part) => {
      const edits = part.edits.filter(({ id }) => !gone.has(`${part.collection.name} ${id}`));
      return edits.length === 0 ? [] : [{ ...part, edits }];
    });
    if (back.length === 0) return { kind: 'called-off' };
    await apply(back);
    return { kind: 'taken-back', sent: back.reduce((sum, { edits }) => sum + edits.length, 0) };
  });
}

/**
 * Whether the server may have the next part, whose answer was lost then: parts are sent in order and each as a whole, so that the first
 * of its new records tells. What cannot be found out may be so.
 */
async function isNextThere({ server }: LentEngine, [first, ...others]: readonly Change[]): Promise<boolean> {
  if (first === undefined || [first, ...others].some(({ trouble, unread }) => trouble !== undefined || unread !== undefined)) return true;
  if (first.kind !== 'create') return true;
  const asked = await server.readMany(first.collection, [first.recordId]);
  return !asked.ok || asked.value.length > 0;
}
