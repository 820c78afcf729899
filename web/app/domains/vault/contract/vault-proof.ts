/** What the owner presents once more before the ways into the vault are changed: an open screen alone changes none. */
export type Proof =
  | { readonly kind: 'master'; readonly master: string }
  | { readonly kind: 'recovery'; readonly key: string }
  | { readonly kind: 'passkey'; readonly slotId: string };
