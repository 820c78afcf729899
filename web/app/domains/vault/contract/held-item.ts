/** An entry, or where it names a collection another app's record, that was not read back; with what was found there. */
export type HeldItem = { readonly id: string; readonly collection?: string; readonly code?: string };
