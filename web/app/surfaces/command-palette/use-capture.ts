import { useEffect, useMemo, useState } from 'react';
import { liveTools } from '../../../../tools/live-registry.ts';
import type { Capture } from '../../../../tools/tool-live.ts';
import type { Command } from '../../domains/commands/command.ts';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { captureToast } from './capture-toast.ts';

/** The prefixes of tools that make a record out of a line. */
export const capturing = Object.entries(liveTools).flatMap(([tool, { capture }]) => (capture === undefined ? [] : [{ tool, ...capture }]));

/** Fetches what reads the typed line of the tool whose page this is. What fails is tried again, and told of, when the line is typed. */
export async function loadOwnCapture(path: string): Promise<void> {
  const own = capturing.find(({ tool }) => path === `/${tool}`);
  await own?.supply().catch(() => undefined);
}

/** The one command that makes a record out of the line, once there is enough of it; none without a prefix of a tool. */
export function useCapture(prefix: string | undefined, line: string): readonly Command[] {
  const of = capturing.find((one) => one.prefix === prefix);
  const [loaded, setLoaded] = useState<{ readonly prefix: string; readonly capture: Capture }>();
  const toast = useToast();
  useEffect(() => {
    let wanted = true;
    of?.supply().then(
      ({ default: make }) => {
        if (wanted) setLoaded({ prefix: of.prefix, capture: make() });
      },
      () => toast({ title: 'Not loaded', description: 'What reads this line could not be loaded.', tone: 'alert' }),
    );
    return () => {
      wanted = false;
    };
  }, [of, toast]);
  return useMemo(() => {
    if (of === undefined || loaded?.prefix !== of.prefix) return [];
    const { capture } = loaded;
    const read = capture.read(line);
    if (read === undefined) return [];
    const keep = async () => {
      const kept = await capture.keep(line);
      if (typeof kept === 'object') toast(kept);
      else if (kept) toast(captureToast(of, read.title));
      else toast({ title: 'Not kept', description: 'This browser could not keep it, so nothing was added.', tone: 'alert' });
    };
    const command: Command = {
      id: `capture:${of.tool}`,
      title: `Add ${of.noun}: ${read.title}`,
      group: 'Action',
      keywords: '',
      note: read.facts.join(' · '),
      isSealed: true,
      run: () => void keep(),
    };
    return [command];
  }, [of, loaded, line, toast]);
}
