import type { Collection } from '../collection.ts';
import type { Edit } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';

/** Edits of one collection. */
export type CollectionEdits = {
  readonly collection: Collection<RawRecord>;
  readonly edits: readonly Edit[];
  /** The server makes them, and those of every collection that is edited together with this one, all or none. All of these are sealed, or none. */
  readonly isWhole?: true;
  /** The import that this and whatever is edited together with it takes back. */
  readonly ofImport?: string;
  /** The name of the step, by which it can be taken back alone. */
  readonly name?: string;
};

/** What takes one step back: edits of one collection, or of several that were edited together. */
export type UndoStep = readonly CollectionEdits[];

/** The steps that can be taken back, in one stack for each tool, so that Undo in one tool never changes what another did. */
export type UndoHistory = {
  readonly push: (tool: string, step: UndoStep) => void;
  /** Takes the tool's last step off its stack; `undefined` where it has none. */
  readonly pop: (tool: string) => UndoStep | undefined;
  /** The step that takes an import back, whichever tool's it is. */
  readonly ofImport: (importId: string) => UndoStep | undefined;
  /** The step of this name, whichever tool's it is. */
  readonly named: (name: string) => UndoStep | undefined;
  readonly drop: (step: UndoStep) => void;
  /** Drops steps that touch records which nothing can bring back. */
  readonly forgetRecords: (collection: string, ids: readonly string[]) => void;
  /** Drops every step of sealed collections: the edits hold readable fields. */
  readonly forgetSealed: () => void;
  /** Drops every step: the session is over, and its edits are nobody's to take back. */
  readonly forgetAll: () => void;
};

/** Steps kept for each tool. */
const maxSteps = 50;

/** Makes an empty history. It lives as long as the page, or until it is told to forget. */
export function createUndoHistory(): UndoHistory {
  const stacks = new Map<string, readonly UndoStep[]>();
  const keep = (isKept: (step: UndoStep) => boolean) => {
    for (const [tool, steps] of stacks) stacks.set(tool, steps.filter(isKept));
  };
  return {
    push: (tool, step) => void stacks.set(tool, [...(stacks.get(tool) ?? []), step].slice(-maxSteps)),
    pop: (tool) => {
      const steps = stacks.get(tool) ?? [];
      stacks.set(tool, steps.slice(0, -1));
      return steps.at(-1);
    },
    ofImport: (importId) => [...stacks.values()].flat().find((step) => step.some((part) => part.ofImport === importId)),
    named: (name) => [...stacks.values()].flat().find((step) => step.some((part) => part.name === name)),
    drop: (step) => keep((one) => one !== step),
    forgetRecords: (collection, ids) =>
      keep((step) => !step.some((part) => part.collection.name === collection && part.edits.some(({ id }) => ids.includes(id)))),
    forgetAll: () => stacks.clear(),
    forgetSealed: () => keep((step) => step.every((part) => part.collection.sealed !== true)),
  };
}
