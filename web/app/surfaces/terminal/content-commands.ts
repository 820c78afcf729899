import { succeed } from '@castellan/foundation/result';
import { blogPlace } from '../../domains/owner/blog-place.ts';
import type { Command } from '../../domains/terminal/command.ts';
import { lineTable, makeTable, type Table } from '../../domains/terminal/table.ts';
import { mrzCheckedLine, mrzDate, mrzNameLine } from '../../ui/mrz/mrz.ts';
import { contactTable, experienceTable, pageTable, projectTable, skillTable, socialTable, toolTable } from './site-tables.ts';
import type { SiteWorld } from './site-world.ts';

/** The commands that read the site's content. All of them answer records, which can be piped on. */
export function contentCommands(world: SiteWorld): readonly Command[] {
  return [...ownerCommands(world), ...siteCommands(world), ...sessionCommands(world)];
}

/** A command that answers with a table. */
function records(name: string, summary: string, table: () => Table, more: Partial<Command> = {}): Command {
  return {
    name,
    summary,
    usage: '',
    effect: 'reads',
    place: 'source',
    topic: 'Content',
    ...more,
    run: () => succeed({ table: table() }),
  };
}

/** What the owner says of themselves. */
function ownerCommands(world: SiteWorld): readonly Command[] {
  const { owner, content } = world;
  return [
    {
      ...records('about', 'who the owner of this site is', () => lineTable([])),
      run: () => succeed({ table: lineTable([`# ${owner.name}`, ...content.about]), view: 'document' }),
    },
    records('projects', 'what the owner made', () => projectTable(world), {
      examples: [
        'projects',
        'projects | where stack ~ rust | sort year | head 3',
        'projects | group stack',
        'projects | select name,year | json',
      ],
      details: ['Fields: name, year (when it began), stack, about, link. The files in /projects say more.'],
    }),
    records('skills', 'what the owner is good at', () => skillTable(world), { examples: ['skills | where skills ~ rust'] }),
    records('experience', 'where the owner worked', () => experienceTable(world), {
      examples: ['experience | where from >= 2018 | sort from'],
    }),
    records('socials', 'where else the owner is found', () => {
      const table = socialTable(world);
      return table.rows.length === 0 ? lineTable(['No profile elsewhere is given. Type contact.']) : table;
    }),
    {
      ...records('contact', 'how to reach the owner', () => contactTable(world)),
      run: () => succeed({ table: contactTable(world), view: 'contact' }),
    },
  ];
}

/** What there is on this site. */
function siteCommands(world: SiteWorld): readonly Command[] {
  const { owner, tools, publicUrl } = world;
  const blog = blogPlace(owner);
  const games = tools.filter(({ id, title, summary }) => /\b(?:games?|play)\b/i.test(`${id} ${title} ${summary}`.replaceAll('-', ' ')));
  return [
    records('pages', 'the pages of this site', () => pageTable(world)),
    {
      ...records('tools', 'the tools of this site', () => toolTable(tools)),
      run: () => succeed({ table: tools.length === 0 ? lineTable(['No tool is open to visitors yet.']) : toolTable(tools) }),
    },
    {
      ...records('games', 'something to play', () => toolTable(games)),
      run: () => succeed({ table: games.length === 0 ? lineTable(['There is no game here yet.']) : toolTable(games) }),
    },
    {
      ...records('whois', 'the owner’s entry, as a passport would print it', () => lineTable([])),
      run: () => {
        const now = world.now();
        const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
        return succeed({
          table: lineTable([
            ...[
              mrzNameLine({ document: 'P', issuer: 'SEC', ...owner }, 36),
              mrzCheckedLine([new URL(publicUrl).hostname, mrzDate(today)], 36),
            ].filter((line) => line !== ''),
            '',
            `Name      ${owner.name}`,
            'Title     Security Specialist',
            `Site      ${publicUrl}`,
            ...(blog === undefined ? [] : [`Blog      ${new URL(blog.href, publicUrl).href}`]),
            'Contact   type contact',
          ]),
        });
      },
    },
  ];
}

/** The visitor, their clock and this page. */
function sessionCommands(world: SiteWorld): readonly Command[] {
  return [
    {
      ...records('neofetch', 'this page beside its engraving', () => lineTable([])),
      run: () =>
        succeed({
          table: makeTable(
            [
              { name: 'fact', kind: 'text' },
              { name: 'value', kind: 'text' },
            ],
            world.pageFacts(),
          ),
          view: 'neofetch',
        }),
    },
    {
      ...records('date', 'the time on your clock', () => lineTable([]), { topic: 'Terminal' }),
      run: () => succeed({ table: lineTable([dateText(world.now())]) }),
    },
    {
      ...records('whoami', 'who you are to this site', () => lineTable([]), { topic: 'Terminal' }),
      run: () => succeed({ table: lineTable(['visitor']) }),
    },
  ];
}

function dateText(now: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' }).format(now);
}
