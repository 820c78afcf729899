import { fail, succeed } from '@castellan/foundation/result';
import { suggestion } from '../../domains/terminal/closest-name.ts';
import type { Command } from '../../domains/terminal/command.ts';
import { linkOfLine } from '../../domains/terminal/linked-line.ts';
import { lineTable, makeTable } from '../../domains/terminal/table.ts';
import { pagesOf, profilesOf, type SiteWorld } from './site-world.ts';
import { goTo, toolCommands } from './tool-commands.ts';

const acts = { effect: 'acts', place: 'source', topic: 'Ways out', usage: '' } as const;

/** The commands that lead away or change the page. None of them runs from a link by itself. */
export function actionCommands(world: SiteWorld): readonly Command[] {
  const own: readonly Command[] = [
    openCommand(world),
    {
      ...acts,
      name: 'resume',
      summary: 'open the resume, a PDF, in a new tab',
      run: () => goTo({ address: '/resume', title: 'Resume, a PDF', newTab: true }),
    },
    {
      ...acts,
      name: 'theme',
      topic: 'Terminal',
      summary: 'change the colours',
      usage: 'dark|light|toggle',
      offer: () => ['dark', 'light', 'toggle'],
      run: ({ args: [name = 'toggle'] }) => {
        if (name !== 'dark' && name !== 'light' && name !== 'toggle')
          return fail({ code: 'bad_argument', message: 'theme needs dark, light or toggle' });
        return succeed({ table: lineTable([]), effects: [{ kind: 'theme', theme: name }] });
      },
    },
    shareCommand(world),
    {
      ...acts,
      name: 'login',
      summary: 'sign in as the owner',
      run: () => succeed({ table: lineTable([]), effects: [{ kind: 'navigate', path: '/auth-terminal' }] }),
    },
    {
      ...acts,
      name: 'exit',
      summary: 'back to the pages with pictures',
      run: () => succeed({ table: lineTable([]), effects: [{ kind: 'navigate', path: '/' }] }),
    },
    {
      ...acts,
      name: 'sudo',
      topic: 'Terminal',
      summary: 'ask for more than a visitor has',
      usage: '[COMMAND]',
      run: () => succeed({ table: lineTable(['You are a visitor here, and already may do everything that a visitor should.']) }),
    },
  ];
  const taken = new Set(own.map(({ name }) => name));
  return [...own, ...toolCommands(world).filter(({ name }) => !taken.has(name))];
}

function openCommand(world: SiteWorld): Command {
  const destinations = [...pagesOf(world), ...profilesOf(world)];
  const names = destinations.map(({ name }) => name);
  return {
    ...acts,
    name: 'open',
    summary: 'open a page, or a profile in a new tab',
    usage: 'PAGE|PROFILE',
    details: [`It knows ${names.join(', ')}.`],
    examples: ['open contact', ...(names.includes('github') ? ['open github'] : [])],
    offer: () => names,
    run: ({ args: [name = ''] }) => {
      const destination = destinations.find((known) => known.name === name.toLowerCase().replace(/^\//, ''));
      if (destination !== undefined) return goTo(destination);
      const near = suggestion(name, names);
      return fail({
        code: 'bad_argument',
        message: name === '' ? `open needs one of ${names.join(', ')}` : `nothing called “${name}”${near || '; type pages or socials'}`,
      });
    },
  };
}

function shareCommand({ publicUrl }: SiteWorld): Command {
  return {
    ...acts,
    name: 'share',
    topic: 'Terminal',
    summary: 'a link that runs the last line',
    details: ['Lines that only read run by themselves when the link is opened; others wait there for Enter.'],
    run: ({ session }) => {
      const line = session.history.findLast((typed) => typed !== 'share');
      if (line === undefined) return fail({ code: 'bad_argument', message: 'there is no line to share yet' });
      return succeed({
        table: makeTable(
          [
            { name: 'line', kind: 'text' },
            { name: 'link', kind: 'link' },
          ],
          [{ line, link: linkOfLine(publicUrl, '/terminal', line) }],
        ),
      });
    },
  };
}
