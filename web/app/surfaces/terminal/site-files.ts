import { type FileTree, fileNameOf, makeFileTree } from '../../domains/terminal/file-tree.ts';
import { valueText } from '../../domains/terminal/table.ts';
import { contactTable } from './site-tables.ts';
import { profilesOf, type SiteWorld } from './site-world.ts';

/** The site's content as a tree of Markdown files. */
export function siteFiles(world: SiteWorld): FileTree {
  const { owner, content, tools } = world;
  const { discordHandle } = content.social;
  const elsewhere = [
    ...profilesOf(world).map(({ title, address }) => `- ${title}: ${address}`),
    ...(discordHandle === undefined ? [] : [`- Discord: ${discordHandle}`]),
  ];
  return makeFileTree([
    { path: '/about.md', lines: [`# ${owner.name}`, ...content.about] },
    {
      path: '/contact.md',
      lines: [
        '# Contact',
        ...contactTable(world).rows.map(
          (row) =>
            `- ${[...row.values()]
              .filter((value) => value !== undefined)
              .map(valueText)
              .join(': ')}`,
        ),
      ],
    },
    ...(elsewhere.length === 0 ? [] : [{ path: '/socials.md', lines: ['# Elsewhere', ...elsewhere] }]),
    ...content.projects.map(({ name, description, highlights, keywords, startDate, endDate, url }) => ({
      path: `/projects/${fileNameOf(name)}.md`,
      lines: [
        `# ${name}`,
        ...period(startDate, endDate),
        description,
        ...highlights.map((line) => `- ${line}`),
        ...(keywords.length === 0 ? [] : [`Made with ${keywords.join(', ')}.`]),
        ...(url === undefined ? [] : [url]),
      ],
    })),
    ...content.work.map(({ name, position, location, startDate, endDate, summary, highlights }) => ({
      path: `/experience/${fileNameOf(name)}.md`,
      lines: [
        `# ${position}, ${name}`,
        ...period(startDate, endDate ?? 'now', location),
        ...(summary === undefined ? [] : [summary]),
        ...highlights.map((line) => `- ${line}`),
      ],
    })),
    ...content.skills.map(({ name, level, keywords }) => ({
      path: `/skills/${fileNameOf(name)}.md`,
      lines: [`# ${name}`, ...(level === undefined ? [] : [level]), ...keywords.map((line) => `- ${line}`)],
    })),
    ...tools.map(({ id, title, summary, terminal }) => ({
      path: `/tools/${id}.md`,
      lines: [`# ${title}`, summary, `- Type ${terminal.command} to open it.`],
    })),
  ]);
}

function period(start: string | undefined, end: string | undefined, place?: string): readonly string[] {
  const span = [start, end].filter((date) => date !== undefined).join(' – ');
  const line = [span, place].filter((part) => part !== undefined && part !== '').join(', ');
  return line === '' ? [] : [line];
}
