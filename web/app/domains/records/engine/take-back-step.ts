import type { LentEngine } from './records-engine.ts';

/**
 * Takes one named step back, whatever was edited since: an import by its id, exactly what arrived with it. Answers `false` where it was
 * taken back already, was begun on another page, or is sealed and the vault closed.
 */
export function takeBackStep(engine: LentEngine, name: string): Promise<boolean> {
  const { history, isWritable, apply, inTurn } = engine;
  return inTurn(async () => {
    const step = history.named(name) ?? history.ofImport(name);
    if (step === undefined || !step.every(({ collection }) => isWritable(collection))) return false;
    history.drop(step);
    await apply(step);
    return true;
  });
}
