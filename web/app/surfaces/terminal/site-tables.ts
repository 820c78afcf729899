import type { Audience } from '../../../../tools/tool.ts';
import { type Field, makeTable, type Table } from '../../domains/terminal/table.ts';
import { pagesOf, profilesOf, type SiteWorld } from './site-world.ts';

const text = (name: string): Field => ({ name, kind: 'text' });
const number = (name: string): Field => ({ name, kind: 'number' });
const list = (name: string): Field => ({ name, kind: 'list' });
const link = (name: string): Field => ({ name, kind: 'link' });

function yearOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : Number(date.slice(0, 4));
}

/** The owner's projects; `year` is when each began. */
export function projectTable({ content }: SiteWorld): Table {
  const records = content.projects.map(({ name, keywords, startDate, url, description }) => ({
    name,
    year: yearOf(startDate),
    stack: keywords,
    about: description,
    link: url,
  }));
  return makeTable([text('name'), number('year'), list('stack'), text('about'), link('link')], records);
}

/** The owner's positions, the newest first; no `until` while one lasts. */
export function experienceTable({ content }: SiteWorld): Table {
  const records = content.work.map(({ name, position, location, startDate, endDate, summary }) => ({
    position,
    company: name,
    from: yearOf(startDate),
    until: yearOf(endDate),
    place: location,
    about: summary,
  }));
  return makeTable([text('position'), text('company'), number('from'), number('until'), text('place'), text('about')], records);
}

/** The owner's skills, by area. */
export function skillTable({ content }: SiteWorld): Table {
  const records = content.skills.map(({ name, level, keywords }) => ({ area: name, level, skills: keywords }));
  return makeTable([text('area'), text('level'), list('skills')], records);
}

/** Where else the owner is found. */
export function socialTable(world: SiteWorld): Table {
  const records = profilesOf(world).map(({ name, title, address }) => ({ name, network: title, link: address }));
  const { discordHandle } = world.content.social;
  const discord = discordHandle === undefined ? [] : [{ name: 'discord', network: 'Discord', handle: discordHandle }];
  return makeTable([text('name'), text('network'), text('handle'), link('link')], [...records, ...discord]);
}

/** The ways to reach the owner that the contact page shows. The e-mail address is joined here, in the browser: what is sent to everybody holds its parts. */
export function contactTable(world: SiteWorld): Table {
  const { mail, social } = world.content;
  const records = [
    ...(mail === undefined ? [] : [{ channel: 'Email', value: `${mail.mailbox}@${mail.mailHost}` }]),
    { channel: 'Phone', value: 'shown on the contact page', link: '/contact' },
    ...(social.discordHandle === undefined ? [] : [{ channel: 'Discord', value: social.discordHandle }]),
    ...profilesOf(world).map(({ title, address }) => ({ channel: title, link: address })),
  ];
  return makeTable([text('channel'), text('value'), link('link')], records);
}

/** The pages that `open` knows. */
export function pageTable(world: SiteWorld): Table {
  const records = pagesOf(world).map(({ name, title, address }) => ({ name, title, link: address }));
  return makeTable([text('name'), text('title'), link('link')], records);
}

const audienceNames: Readonly<Record<Audience, string>> = { public: 'to everyone', look: 'to look at', owner: 'to you alone' };

/** The tools that whoever is here may open, with the word that opens each. */
export function toolTable(tools: SiteWorld['tools']): Table {
  const records = tools.map(({ title, summary, audience, terminal, id }) => ({
    name: title,
    command: terminal.command,
    about: summary,
    open: audienceNames[audience],
    link: `/${id}`,
  }));
  return makeTable([text('name'), text('command'), text('about'), text('open'), link('link')], records);
}
