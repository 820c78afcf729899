/** A change of a text: what stands between two places becomes another text. */
export type TextChange = { readonly from: number; readonly to: number; readonly insert: string };
