import { type FormEvent, useState } from 'react';

/** Work that one press starts, and whether it is under way. */
export type Work = { readonly busy: boolean; readonly start: (run: () => Promise<unknown>) => void };

/** One piece of work at a time: what is started meanwhile does not begin. */
export function useWork(): Work {
  const [busy, setBusy] = useState(false);
  const start = (run: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  return { busy, start };
}

/** A form that is sent by `send` in the browser's place. */
export type Submit = { readonly busy: boolean; readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void };

/** Sends a form, never a second time before the first has settled. */
export function useSubmit(send: (form: HTMLFormElement) => Promise<unknown>): Submit {
  const { busy, start } = useWork();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    start(() => send(form));
  };
  return { busy, onSubmit };
}
