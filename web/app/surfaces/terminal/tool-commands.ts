import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { Answer, Command, CommandFailure } from '../../domains/terminal/command.ts';
import { makeTable } from '../../domains/terminal/table.ts';
import type { Destination, SiteWorld } from './site-world.ts';

const acts = { effect: 'acts', place: 'source', topic: 'Tools', usage: '' } as const;

/** Says where one is led to, and leads there. */
export function goTo({ title, address, newTab }: Omit<Destination, 'name'>): Result<Answer, CommandFailure> {
  const table = makeTable(
    [
      { name: newTab ? 'opens in a new tab' : 'opens', kind: 'text' },
      { name: 'link', kind: 'link' },
    ],
    [{ [newTab ? 'opens in a new tab' : 'opens']: title, link: address }],
  );
  return succeed({ table, effects: [newTab ? { kind: 'open', address } : { kind: 'navigate', path: address }] });
}

/** One command for each tool: it opens the tool, or, for the owner and with a target, runs it there. */
export function toolCommands({ tools, runTool }: Pick<SiteWorld, 'tools' | 'runTool'>): readonly Command[] {
  return tools.map((tool) => {
    const name = tool.terminal.command;
    const opens: Command = { ...acts, name, summary: tool.summary.replace(/\.$/, ''), run: () => open(tool) };
    if (runTool === undefined || tool.takesTarget !== true) return opens;
    return {
      ...opens,
      usage: '[TARGET]',
      details: ['With a target it runs there, with the usual options, and its page shows how far it is. Without one the page opens.'],
      examples: [name, `${name} example.org`],
      run: async ({ args }) => {
        const target = args.join(' ').trim();
        if (target === '') return open(tool);
        const begun = await runTool(tool.id, target);
        if (begun.kind === 'failed') return fail({ code: 'not_available', message: begun.trouble });
        const title = begun.kind === 'running' ? `${tool.title} on ${target}` : `${tool.title}: say there that you may probe ${target}`;
        return goTo({ title, address: begun.to, newTab: false });
      },
    };
  });
}

function open({ id, title }: ToolManifest): Result<Answer, CommandFailure> {
  return goTo({ title, address: `/${id}`, newTab: false });
}
