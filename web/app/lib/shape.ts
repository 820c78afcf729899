/** What a value must look like to come through from outside; every zod schema is one. */
export type Shape<Value> = {
  readonly safeParse: (input: unknown) => { readonly success: true; readonly data: Value } | { readonly success: false };
};
