import { useEffect, useState } from 'react';
import { readInWorker } from '../../../../web/app/domains/exchange/reading/read-in-worker.ts';
import type { ReadStatements } from './read-statements.ts';
import type { ReadingChoices } from './statement-file.ts';

/** A file that was chosen. */
export type ChosenFile = { readonly name: string; readonly bytes: Uint8Array };

type Found = { readonly file: ChosenFile; readonly choices: ReadingChoices; readonly reading: ReadStatements };

/**
 * What a bank's file says, read in a Worker, and anew with other choices: until that is known, what the choices before gave is shown.
 * Another file, and the end of the page, stop it.
 */
export function useStatements(file: ChosenFile | undefined, choices: ReadingChoices) {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (file === undefined) return undefined;
    const own = new AbortController();
    const open = async () => (await import('./open-statement-worker.client.ts')).openStatementWorker();
    void readInWorker(open, { bytes: file.bytes, choices }, own.signal).then((reading) => {
      if (!own.signal.aborted) setFound({ file, choices, reading });
    });
    return () => own.abort();
  }, [file, choices]);
  const own = found?.file === file ? found : undefined;
  return { reading: own?.reading, isReading: file !== undefined && own?.choices !== choices };
}
