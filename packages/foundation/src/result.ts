/** Either the value asked for, or the named reason it could not be had. */
export type Result<Value, Failure extends { readonly code: string }> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** Wraps a value as a success. */
export function succeed<const Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Wraps a named reason as a failure. */
export function fail<const Failure extends { readonly code: string }>(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
