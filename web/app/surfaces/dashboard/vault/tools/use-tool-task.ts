import { useEffect, useRef, useState } from 'react';
import type { ToolTask } from '../../../../domains/vault/contract/vault-tools.ts';

/** Long work of one screen: at most one at a time, stopped when the screen goes. */
export type ToolRun = {
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly run: <Value>(work: (task: ToolTask) => Promise<Value>) => Promise<Value>;
  readonly stop: () => void;
};

/** Runs long work with its progress; `stop` asks it to end, and it answers for itself. */
export function useToolTask(): ToolRun {
  const [progress, setProgress] = useState<ToolRun['progress']>(null);
  const present = useRef<AbortController>(null);
  useEffect(() => () => present.current?.abort(), []);
  return {
    progress,
    stop: () => present.current?.abort(),
    run: async (work) => {
      present.current?.abort();
      const control = new AbortController();
      present.current = control;
      setProgress({ done: 0, total: 0 });
      const result = await work({
        signal: control.signal,
        onProgress: (done, total) => {
          if (present.current === control) setProgress({ done, total });
        },
      });
      if (present.current === control) {
        present.current = null;
        setProgress(null);
      }
      return result;
    },
  };
}
