/** One of the two figures on an app's card: its value, perhaps with a word on it, or what is missing to have one. */
export type Figure =
  | { readonly label: string; readonly value: string; readonly note?: string }
  | { readonly label: string; readonly missing: string };
