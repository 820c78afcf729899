import type { Captured } from '../../vault/contract/vault-drafts.ts';

/** What a capture becomes other than a note. */
export type TakenKind = Exclude<Captured['kind'], 'note'>;

/** A capture that becomes something other than a note. */
export type TakenCapture<Kind extends TakenKind = TakenKind> = Extract<Captured, { readonly kind: Kind }>;

/** What a capture would become now. */
export type CapturePlan = {
  readonly title: string;
  readonly facts: readonly string[];
  /** Why it cannot be kept as it is, in a sentence. */
  readonly fault?: string;
  /** What the owner is asked beside it, and the choice that holds until another is made. */
  readonly choice?: { readonly label: string; readonly value: string; readonly options: readonly { value: string; name: string }[] };
  /** It is there already: keeping it only takes the capture away. */
  readonly isThere?: boolean;
};

/** Makes records of one app out of captures, through the queue that its records take. */
export type CaptureTaker<Kind extends TakenKind = TakenKind> = {
  readonly status: () => 'ready' | 'loading' | 'failed' | 'locked';
  readonly subscribe: (listener: () => void) => () => void;
  /** `chosen`: what the owner chose, where something was asked. */
  readonly plan: (capture: TakenCapture<Kind>, chosen: string | undefined) => CapturePlan;
  /** Whether this browser keeps it. Done again with the same capture it makes no second record. */
  readonly keep: (capture: TakenCapture<Kind>, chosen: string | undefined) => Promise<boolean>;
  /** Whose Undo takes it back. A name and no function: whoever waits to undo outlives a lock, and must hold nothing readable. */
  readonly undoTool: string;
};
