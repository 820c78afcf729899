import { fail, succeed } from '@castellan/foundation/result';
import { liveTools } from '../../../../tools/live-registry.ts';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { Command as PaletteCommand } from '../../domains/commands/command.ts';
import { rankCommands } from '../../domains/commands/rank-commands.ts';
import type { Command } from '../../domains/terminal/command.ts';
import { type Field, lineTable, makeTable } from '../../domains/terminal/table.ts';
import { pagesOf, profilesOf, type SiteWorld } from '../terminal/site-world.ts';
import { readLive } from './read-feed.ts';
import { sealedKindOf } from './sealed-grants.ts';

const everyTool: readonly ToolManifest[] = tools;

const fields: readonly Field[] = [
  { name: 'what', kind: 'text' },
  { name: 'name', kind: 'text' },
  { name: 'about', kind: 'text' },
  { name: 'link', kind: 'link' },
];

type Found = {
  readonly what: string;
  readonly name: string;
  readonly about: string;
  readonly words: string;
  readonly link: string | undefined;
  /** The sealed kind that it is of. */
  readonly sealed?: string;
};

/**
 * Looks for words anywhere in the site's content and, for the owner, in what the tools keep; the best first. `mayHold` says of which
 * sealed kinds records are looked into; without it, of all that the open vault shows.
 */
export function findCommand(world: SiteWorld, isOwner: boolean, mayHold: (kind: string) => boolean = () => true): Command {
  return {
    name: 'find',
    summary: isOwner ? 'look for words in the site and in your records' : 'look for words anywhere in this site',
    usage: 'WORDS',
    details: ['All words must match, by their letters in order: “hlyrd” finds Halyard. At most 20 are shown.'],
    examples: ['find rust'],
    effect: 'reads',
    place: 'source',
    topic: isOwner ? 'Records' : 'Content',
    run: async ({ args }) => {
      const words = args.join(' ').trim();
      if (words === '') return fail({ code: 'bad_argument', message: 'find needs words to search for. For example: find rust' });
      const all = [...(isOwner ? await ownRecords(mayHold) : []), ...siteRecords(world)];
      const byId = new Map(all.map((found, place) => [String(place), found]));
      const commands = [...byId].map(
        ([id, { name, about, words: more }]): PaletteCommand => ({
          id,
          title: name,
          group: 'Record',
          keywords: `${about} ${more}`,
          run: () => undefined,
        }),
      );
      const ranked = rankCommands(words, commands, []).slice(0, 20);
      const found = ranked.flatMap(({ id }) => byId.get(id) ?? []);
      if (found.length === 0) return succeed({ table: lineTable([`Nothing here holds “${words}”.`]) });
      const sealed = [...new Set(found.flatMap((one) => one.sealed ?? []))];
      const records = found.map(({ what, name, about, link }) => ({ what, name, about, link }));
      return succeed({ table: makeTable(fields, records), ...(sealed.length === 0 ? {} : { sealed }) });
    },
  };
}

function siteRecords(world: SiteWorld): readonly Found[] {
  const { content, tools: open } = world;
  return [
    ...content.projects.map(({ name, description, keywords, highlights, url }) => ({
      what: 'project',
      name,
      about: description,
      words: [...keywords, ...highlights].join(' '),
      link: url ?? '/resume',
    })),
    ...content.work.map(({ name, position, location, summary, highlights }) => ({
      what: 'position',
      name: `${position}, ${name}`,
      about: summary ?? '',
      words: [location, ...highlights].join(' '),
      link: '/resume',
    })),
    ...content.skills.map(({ name, level, keywords }) => ({
      what: 'skill',
      name,
      about: keywords.join(', '),
      words: level ?? '',
      link: '/resume',
    })),
    ...open.map(({ id, title, summary, terminal }) => ({
      what: 'tool',
      name: title,
      about: summary,
      words: terminal.command,
      link: `/${id}`,
    })),
    ...pagesOf(world)
      .filter(({ name }) => !open.some(({ id }) => id === name))
      .map(({ title, address }) => ({ what: 'page', name: title, about: '', words: '', link: address })),
    ...profilesOf(world).map(({ title, address }) => ({ what: 'profile', name: title, about: '', words: '', link: address })),
  ];
}

async function ownRecords(mayHold: (kind: string) => boolean): Promise<readonly Found[]> {
  const kept = Object.entries(liveTools).flatMap(([id, { records, sealed }]) => {
    const kind = sealed === undefined ? undefined : sealedKindOf(sealed);
    return records === undefined || (kind !== undefined && !mayHold(kind)) ? [] : [{ id, records, kind }];
  });
  const all = await Promise.all(
    kept.map(async ({ id, records, kind }) => {
      const what = everyTool.find((tool) => tool.id === id)?.title ?? id;
      const rows = await readLive((await records()).default());
      return (rows ?? []).map(({ title, note, to }) => ({
        what,
        name: title,
        about: note,
        words: '',
        link: to,
        ...(kind === undefined ? {} : { sealed: kind }),
      }));
    }),
  );
  return all.flat();
}
