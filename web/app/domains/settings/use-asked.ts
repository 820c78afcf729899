import type { Result } from '@castellan/foundation/result';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { BackendFailure } from '../../lib/backend-failure.ts';

/** What was asked of the backend; a question asked again keeps the earlier answer until the new one is there. */
export type Asked<Value> =
  | { readonly status: 'loading'; readonly value: undefined }
  | { readonly status: 'failed'; readonly value: Value | undefined; readonly failure: BackendFailure }
  | { readonly status: 'ready'; readonly value: Value };

/** Asks once, and again by `again`; `ask` must be the same function at each drawing. */
export function useAsked<Value>(ask: () => Promise<Result<Value, BackendFailure>>): {
  readonly asked: Asked<Value>;
  readonly again: () => Promise<void>;
} {
  const [asked, setAsked] = useState<Asked<Value>>({ status: 'loading', value: undefined });
  const again = useCallback(async () => {
    const answer = await ask();
    setAsked(({ value }) => (answer.ok ? { status: 'ready', value: answer.value } : { status: 'failed', value, failure: answer.failure }));
  }, [ask]);
  useEffect(() => void again(), [again]);
  return useMemo(() => ({ asked, again }), [asked, again]);
}
