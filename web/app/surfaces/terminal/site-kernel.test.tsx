import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { Session } from '../../domains/terminal/command.ts';
import { completeLine } from '../../domains/terminal/complete-line.ts';
import { onlyReads, runLine } from '../../domains/terminal/kernel.ts';
import { isLines, valueText } from '../../domains/terminal/table.ts';
import { madeOwner, sentMarkup } from '../../testing/made-owner.tsx';
import { ToastProvider } from '../../ui/toast/toast-region.tsx';
import { AnswerView } from './answer-view.tsx';
import { Opening } from './opening.tsx';
import { firstAliases, makeSiteKernel } from './site-kernel.ts';
import type { SiteWorld } from './site-world.ts';

const world: SiteWorld = {
  owner: madeOwner,
  publicUrl: 'https://castellan.example',
  content: {
    about: ['I make systems hard to forge.', 'Write to me.'],
    mail: { mailbox: 'ada', mailHost: 'varga.example' },
    social: {
      linkedinUrl: 'https://www.linkedin.com/in/ada/',
      githubUrl: 'https://github.com/ada',
      instagramUrl: 'https://www.instagram.com/ada/',
      spotifyUrl: 'https://open.spotify.com/user/ada',
      discordHandle: 'ada.varga',
    },
    projects: [
      {
        name: 'Rosette',
        description: 'Logs & seals <b>bold</b>',
        highlights: ['Fast'],
        keywords: ['Rust', 'SQL'],
        startDate: '2023',
        endDate: undefined,
        url: 'https://github.com/ada/rosette',
      },
      {
        name: 'Latent Image',
        description: 'Finds secrets.',
        highlights: [],
        keywords: ['Rust'],
        startDate: '2021-03',
        endDate: '2022',
        url: undefined,
      },
      {
        name: 'Plumb Line',
        description: 'Measures.',
        highlights: [],
        keywords: [],
        startDate: undefined,
        endDate: undefined,
        url: undefined,
      },
    ],
    work: [
      {
        name: 'Halyard Mint',
        position: 'Principal',
        location: 'Budapest',
        startDate: '2022-03',
        endDate: undefined,
        summary: 'Designs.',
        highlights: [],
      },
    ],
    skills: [{ name: 'Engineering', level: 'Advanced', keywords: ['Rust', 'C#'] }],
  },
  tools: [
    {
      id: 'snake-game',
      title: 'Snake',
      summary: 'A game of patience.',
      icon: 'X',
      audience: 'public',
      terminal: { command: 'snake', aliases: ['snek', 'help'] },
    },
    { id: 'jwt-lab', title: 'JWT Lab', summary: 'Reads tokens.', icon: 'X', audience: 'public', terminal: { command: 'jwt', aliases: [] } },
    { id: 'cat-finder', title: 'Cats', summary: 'Finds cats.', icon: 'X', audience: 'look', terminal: { command: 'cat', aliases: [] } },
  ],
  now: () => new Date('2026-11-21T10:00:00Z'),
  pageFacts: () => [{ fact: 'theme', value: 'dark' }],
};

const kernel = makeSiteKernel(world);
const session: Session = { folder: '/', aliases: firstAliases(world, kernel), history: ['help', 'projects'] };

async function run(line: string, from: Session = session) {
  const ran = await runLine(kernel, line, from);
  if (!ran.ok) return { failure: ran.failure.message, texts: [], effects: [] };
  const table = ran.value?.table;
  const texts = table?.rows.map((row) => [...row.values()].map(valueText).join(' | ')) ?? [];
  return { texts, effects: ran.value?.effects ?? [], failure: undefined };
}

async function markupOf(line: string): Promise<string> {
  const ran = await runLine(kernel, line, session);
  if (!ran.ok || ran.value === undefined) return '';
  return renderToStaticMarkup(
    <MemoryRouter>
      <ToastProvider>
        <AnswerView answer={ran.value} line={line} mail={world.content.mail} onRun={() => undefined} />
      </ToastProvider>
    </MemoryRouter>,
  );
}

test('the example pipe answers the right projects, the oldest first', async () => {
  expect((await run('projects | where stack ~ rust | sort year | head 3 | select name,year')).texts).toEqual([
    'Latent Image | 2021',
    'Rosette | 2023',
  ]);
});

test('every command has a manual, and every example in one runs', async () => {
  for (const command of kernel.commands.values()) {
    expect((await run(`man ${command.name}`)).texts[0]).toBe(`# ${command.name}`);
    for (const example of command.examples ?? []) {
      const line = command.place === 'filter' ? `projects | ${example}` : example;
      expect((await run(line)).failure, line).toBeUndefined();
    }
  }
  expect((await run('man wher')).failure).toContain('“where”');
  expect((await run('man readline')).texts.length).toBeGreaterThan(10);
});

test('the commands that people expect are there', () => {
  const wanted =
    'about projects skills experience resume contact socials open theme neofetch games cat ls cd pwd tree history help man clear echo date whoami alias unalias login exit whois where sort head tail select count group grep json csv tools pages share';
  for (const name of wanted.split(' ')) expect(kernel.commands.has(name), name).toBe(true);
});

test('a tool’s word opens it, its aliases too, and it never replaces a command', async () => {
  expect((await run('snake')).effects).toEqual([{ kind: 'navigate', path: '/snake-game' }]);
  expect((await run('snek')).effects).toEqual([{ kind: 'navigate', path: '/snake-game' }]);
  expect((await run('help')).texts.length).toBeGreaterThan(20);
  expect((await run('cat about.md')).texts).toContain('I make systems hard to forge.');
  expect((await run('games | select name')).texts).toEqual(['Snake']);
});

test('a site without tools says so', async () => {
  const bare = makeSiteKernel({ ...world, tools: [] });
  for (const line of ['games', 'tools']) {
    const ran = await runLine(bare, line, session);
    expect(ran.ok && ran.value !== undefined && isLines(ran.value.table) && ran.value.table.rows.length).toBe(1);
  }
});

test('files are read, listed and walked as in a shell', async () => {
  expect((await run('ls projects | select name')).texts).toEqual(['latent-image.md', 'plumb-line.md', 'rosette.md']);
  expect((await run('cd projects')).effects).toEqual([{ kind: 'change-folder', path: '/projects' }]);
  expect((await run('cat rosette.md', { ...session, folder: '/projects' })).texts[0]).toBe('# Rosette');
  expect((await run('cat projects/*.md | grep "# "')).texts).toEqual(['# Latent Image', '# Plumb Line', '# Rosette']);
  expect((await run('cat projects')).failure).toContain('is a folder');
  expect((await run('cd about.md')).failure).toContain('is a file');
  expect((await run('cat projects/rosete.md')).failure).toContain('“/projects/rosette.md”');
  expect((await run('tree projects')).texts).toEqual(['/projects', '  latent-image.md', '  plumb-line.md', '  rosette.md']);
});

test('the phone number is nowhere; the e-mail address is whole in records, and no answer is drawn with it before a browser runs', async () => {
  for (const line of ['contact', 'contact | json', 'contact | csv', 'cat contact.md', 'socials', 'whois', 'about']) {
    expect((await run(line)).texts.join('\n')).not.toMatch(/mailto:|\+\d/);
  }
  expect((await run('contact | json')).texts.join('')).toContain('ada@varga.example');
  for (const line of ['contact', 'socials', 'whois', 'about']) expect(await markupOf(line)).not.toMatch(/ada@varga|mailto:/);
});

describe('only lines that merely answer may run from a link', () => {
  const bare: Session = { folder: '/', aliases: new Map(), history: [] };
  test.each([
    'projects | where stack ~ rust',
    'help',
    'man where',
    'neofetch',
    'contact',
    'cat about.md | grep hard',
    'tree',
    'date',
    'whois',
  ])('%s may', (line) => {
    expect(onlyReads(kernel, line, bare)).toBe(true);
  });
  test.each([
    'open github',
    'theme light',
    'login',
    'exit',
    'resume',
    'clear',
    'history',
    'history -c',
    'alias ls=login',
    'cd projects',
    'snake',
    'share',
    'sudo',
    'projects | open github',
    'nonsense',
    '',
    'll',
  ])('%s may not', (line) => {
    expect(onlyReads(kernel, line, bare)).toBe(false);
  });
});

test('what acts says what it wants done, and does nothing itself', async () => {
  expect((await run('open github')).effects).toEqual([{ kind: 'open', address: 'https://github.com/ada' }]);
  expect((await run('open contact')).effects).toEqual([{ kind: 'navigate', path: '/contact' }]);
  expect((await run('resume')).effects).toEqual([{ kind: 'open', address: '/resume' }]);
  expect((await run('open javascript:alert(1)')).failure).toContain('not supported');
  expect((await run("open 'javascript:alert(1)'")).failure).toContain('nothing called');
  expect((await run('open gihub')).failure).toContain('“github”');
  expect((await run('theme blue')).failure).toContain('dark, light or toggle');
  expect((await run("alias rust='projects | where stack ~ rust'")).effects).toEqual([
    { kind: 'set-alias', name: 'rust', line: 'projects | where stack ~ rust' },
  ]);
  expect((await run('share')).texts[0]).toContain('/terminal?c=projects');
});

test('an alias stands for its line, with what follows at the end, and never for itself', async () => {
  const aliases = new Map([
    ['rust', 'projects | where stack ~ rust'],
    ['projects', 'projects | head 1'],
    ['a', 'b'],
    ['b', 'a'],
  ]);
  expect((await run('rust | count', { ...session, aliases: new Map([...aliases].slice(0, 1)) })).texts).toEqual(['2']);
  expect((await run('projects | count', { ...session, aliases })).texts).toEqual(['1']);
  expect((await run('a', { ...session, aliases })).failure).toContain('no command');
});

describe('Tab offers what fits where the cursor stands', () => {
  test.each<[string, readonly string[] | undefined]>([
    ['proj', ['projects']],
    ['projects | so', ['sort']],
    ['projects | where st', ['stack']],
    ['projects | where stack ', ['=', '!=', '~', '>', '<', '>=', '<=']],
    ['projects | where stack ~ R', ['Rust']],
    ['projects | where name = La', ["'Latent Image'"]],
    ["projects | where name = 'La", ["'Latent Image'"]],
    ['projects | select name,y', ['name,year']],
    ['projects | sort -', ['-r']],
    ['cat ab', ['about.md']],
    ['cat projects/ro', ['projects/rosette.md']],
    ['cd pro', ['projects/']],
    ['theme l', ['light']],
    ['man whe', ['where']],
    ['open git', ['github']],
    ['where na', undefined],
    ['login | where na', undefined],
    ['nonsense na', undefined],
    ['echo x', undefined],
  ])('%s', async (before, candidates) => {
    expect((await completeLine(kernel, before, session))?.candidates).toEqual(candidates);
  });
});

const words = fc.oneof(
  fc.constantFrom(...kernel.commands.keys()),
  fc.constantFrom(
    '|',
    '>',
    '>=',
    '=',
    '~',
    '-r',
    'name',
    'year',
    'stack',
    'rust',
    '3',
    '/',
    '..',
    '*',
    "'",
    '"',
    '\\',
    '<script>',
    '<img src=x onerror=alert(1)>',
    '&lt;',
    '!!',
    '$x',
    '__proto__',
    'constructor',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

test('no line makes the kernel throw, and none becomes markup', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 8 }), async (parts) => {
      const line = parts.join(' ');
      const ran = await runLine(kernel, line, session);
      await completeLine(kernel, line, session);
      if (ran.ok) expect(await markupOf(line)).not.toMatch(/<(?:script|img|b)\b|onerror="|href="(?!https?:|\/)/);
      else expect(ran.failure.message).not.toBe('');
    }),
    { numRuns: 400 },
  );
  expect(await markupOf(`echo '<script>alert(1)</script>'`)).toContain('&lt;script&gt;');
  expect(await markupOf('projects')).toContain('&lt;b&gt;bold');
});

test('every tool that is there has a command of its own word, which no command of the terminal hides', async () => {
  const everyTool: readonly ToolManifest[] = tools;
  const owners = makeSiteKernel({ ...world, tools: everyTool });
  for (const { id, terminal } of everyTool) {
    const ran = await runLine(owners, terminal.command, session);
    expect([id, ran.ok ? ran.value?.effects : ran.failure]).toEqual([id, [{ kind: 'navigate', path: `/${id}` }]]);
  }
});

test('the owner’s word with a target runs the tool there; a visitor’s opens its page, and so does a word alone', async () => {
  const asked: (readonly string[])[] = [];
  const dns: ToolManifest = {
    id: 'dns-postmaster',
    title: 'DNS Postmaster',
    summary: 'Mail.',
    audience: 'look',
    takesTarget: true,
    terminal: { command: 'postmaster', aliases: ['dns-postmaster'] },
  };
  const runTool: SiteWorld['runTool'] = async (tool, target) => {
    asked.push([tool, target]);
    if (target === 'full') return { kind: 'failed', to: '/x', trouble: 'Too many runs.' };
    return target === 'mine'
      ? { kind: 'wants-consent', to: '/there#target=mine', trouble: 'Tick first.' }
      : { kind: 'running', to: '/there#job=1' };
  };
  const runAs = async (line: string, given: SiteWorld) => {
    const made = makeSiteKernel(given);
    const ran = await runLine(made, line, { folder: '/', aliases: firstAliases(given, made), history: [] });
    return ran.ok ? ran.value?.effects : ran.failure.message;
  };
  const owners: SiteWorld = { ...world, tools: [dns], runTool };
  for (const word of ['postmaster', 'dns', 'dns-postmaster'])
    expect(await runAs(`${word} example.org`, owners)).toEqual([{ kind: 'navigate', path: '/there#job=1' }]);
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['dns-postmaster', 'example.org']));
  expect(await runAs('dns mine', owners)).toEqual([{ kind: 'navigate', path: '/there#target=mine' }]);
  expect(await runAs('dns full', owners)).toBe('postmaster: Too many runs.');
  asked.length = 0;
  const visitors: SiteWorld = { ...world, tools: [dns] };
  for (const line of ['postmaster', 'postmaster example.org'])
    expect(await runAs(line, visitors)).toEqual([{ kind: 'navigate', path: '/dns-postmaster' }]);
  expect(await runAs('postmaster', owners)).toEqual([{ kind: 'navigate', path: '/dns-postmaster' }]);
  expect(asked).toEqual([]);
  // A line that acts never runs from a link.
  expect(onlyReads(makeSiteKernel(owners), 'postmaster example.org', session)).toBe(false);
});

test('an owner without blog and profiles elsewhere has no line for them in any answer', async () => {
  const { blogUrl, ...owner } = madeOwner;
  expect(blogUrl).toContain('blog');
  const social = { linkedinUrl: undefined, githubUrl: undefined, instagramUrl: undefined, spotifyUrl: undefined, discordHandle: undefined };
  const bare: SiteWorld = { ...world, owner, content: { ...world.content, social } };
  const bareKernel = makeSiteKernel(bare);
  const said = [];
  for (const line of ['whois', 'contact', 'socials', 'pages', 'ls /', 'cat /contact.md', 'man open', 'open nowhere'])
    said.push(
      JSON.stringify(await runLine(bareKernel, line, { folder: '/', aliases: firstAliases(bare, bareKernel), history: [] }), jsonOf),
    );
  expect(said.join('\n')).toContain('No profile elsewhere is given');
  expect(said.join('\n')).not.toMatch(/blog|linkedin|github|instagram|spotify|discord|socials\.md|undefined/i);
});

/** Maps as JSON too. */
function jsonOf(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

test('the first line that is offered lists what there is', () => {
  const offeredTo = (content: SiteWorld['content']) =>
    /begin with.*?<span[^>]*>([^<]*)</s.exec(sentMarkup(<Opening content={content} />))?.[1];
  expect(offeredTo(world.content)).toBe('projects | sort year -r');
  expect(offeredTo({ ...world.content, projects: [] })).toBe('skills');
  expect(offeredTo({ ...world.content, projects: [], skills: [] })).toBe('about');
});
