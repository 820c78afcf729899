import { useMemo } from 'react';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { Command } from '../../domains/commands/command.ts';
import { readTargetLine } from '../../domains/tool-reports/target-line.ts';
import { useToast } from '../../ui/toast/toast-region.tsx';

const everyTool: readonly ToolManifest[] = tools;
const takers = everyTool.filter(({ takesTarget }) => takesTarget === true);

/** The one command that runs a tool on a target, for a line such as `tls example.org`; none for other lines. */
export function useTargetRun(line: string): readonly Command[] {
  const toast = useToast();
  return useMemo(() => {
    const read = readTargetLine(line, takers);
    if (read === undefined) return [];
    const { tool, target } = read;
    const begin = async (go: (address: string) => void) => {
      const loaded = await import('../../domains/tool-reports/begin-run.ts').catch(() => undefined);
      if (loaded === undefined)
        return toast({ title: 'Not loaded', description: 'What runs this tool could not be loaded.', tone: 'alert' });
      const begun = await loaded.beginRun(tool.id, target);
      if (begun.kind !== 'running') toast({ title: tool.title, description: begun.trouble, tone: 'alert' });
      return go(begun.to);
    };
    const command: Command = {
      id: `run:${tool.id}`,
      title: `${tool.title}: ${target}`,
      group: 'Action',
      keywords: '',
      note: 'Runs it on this target',
      // A line of its own is nothing to be offered again.
      isSealed: true,
      run: ({ go }) => void begin(go),
    };
    return [command];
  }, [line, toast]);
}
