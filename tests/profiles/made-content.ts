import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a file holds; the server judges it. */
type Content = Readonly<Record<string, unknown>>;

/** The content of an owner, as its files hold it. */
export type HardProfile = {
  /** What is hard about it. */
  readonly title: string;
  readonly profile: Content & { readonly name: string; readonly photo?: string };
  readonly resume: Content & { readonly basics: { readonly summary: string } };
  readonly wishes?: readonly object[];
};

/** The name of the case study of an owner's first project. */
export const caseSlug = 'the-case';

/** Writes an owner's content into a folder, which is made; the server reads it from there. */
export function writeContent(folder: string, { profile, resume, wishes = [] }: HardProfile): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
  write('profile.json', profile);
  write('resume.json', resume);
  write('private.json', { fullName: profile.name, phone: '+1 555 0100' });
  write('wishes.json', { wishes });
  writeFileSync(join(folder, `${caseSlug}.md`), caseStudyOf(titles.get(resume) ?? 'A log that its own administrator cannot change'));
  if (profile.photo !== undefined)
    copyFileSync(join(import.meta.dirname, '..', 'second-person', 'portrait.png'), join(folder, profile.photo));
}

/** A person with profiles everywhere, and what is `given` beside. */
export function personOf(name: string, given: object): HardProfile['profile'] {
  const [givenNames = name] = name.split(' ');
  return {
    name,
    givenNames,
    familyName: name.split(' ').at(-1) ?? name,
    initials: 'XY',
    blogUrl: 'https://blog.example/',
    about: ['I am a cybersecurity expert who makes systems hard to forge.', 'Write to me when the logs have to be believed afterwards.'],
    email: 'owner@owner.example',
    linkedinUrl: 'https://www.linkedin.com/in/owner-example/',
    githubUrl: 'https://github.com/owner-example',
    instagramUrl: 'https://www.instagram.com/owner.example/',
    spotifyUrl: 'https://open.spotify.com/user/owner-example',
    discordHandle: 'owner.example',
    copyrightYear: 2026,
    timeZone: 'Europe/Berlin',
    ...given,
  };
}

type Career = {
  readonly summary: string;
  readonly label: string;
  readonly projectNames: readonly string[];
  readonly projectText: string;
  readonly caseTitle: string;
  readonly skillNames: readonly string[];
  /** Position and employer, the present one first. */
  readonly posts: readonly (readonly [position: string, employer: string])[];
};

/** The title of the case study that goes with a resume. */
const titles = new WeakMap<object, string>();

/** A career like the sample's; of what is not `given` it has some. The first project has a case study, every second skill a proof. */
export function careerOf(given: Partial<Career>): HardProfile['resume'] {
  const { summary, label, projectNames, projectText, caseTitle, skillNames, posts }: Career = {
    summary: 'Takes products apart before others can, and stays to put them together again.',
    label: 'Security Engineer',
    projectNames: ['Palimpsest', 'Second Key', 'Undertow'],
    projectText: 'A log in which each entry seals the one before it, with a verifier that fits on one page.',
    caseTitle: 'A log that its own administrator cannot change',
    skillNames: ['Application security', 'Threat modelling', 'Cryptography', 'Incident response'],
    posts: [
      ['Head of Product Security', 'Northwind Mint'],
      ['Penetration Tester', 'Corvid & Lantern'],
      ['Systems Engineer', 'Harbour Mutual'],
    ],
    ...given,
  };
  const work = posts.map(([position, name], at) => ({
    name,
    position,
    startDate: `${2022 - at * 4}-03`,
    ...(at === 0 ? {} : { endDate: `${2026 - at * 4}-02` }),
    summary,
    highlights: [projectText],
    ...(at === 0 ? { figure: { value: '84', label: summary.slice(0, 60) } } : {}),
  }));
  const projects = projectNames.map((name, at) => ({
    name,
    description: projectText,
    highlights: at % 2 === 0 ? ['A million entries in nine seconds'] : [],
    keywords: ['TypeScript', 'PostgreSQL'],
    startDate: `${2025 - (at % 9)}-04`,
    ...(at === 0
      ? { caseStudy: `${caseSlug}.md`, drawing: 'chain' }
      : at % 2 === 1
        ? { url: 'https://github.com/owner-example/made' }
        : {}),
  }));
  const skills = skillNames.map((name, at) => ({
    name,
    keywords: ['PostgreSQL', 'TLS 1.3'],
    ...(at % 2 === 1
      ? { since: 2015 + (at % 9), evidence: evidenceOf(work[0]?.name, projects[at % Math.max(1, projects.length)]?.name) }
      : {}),
  }));
  const resume = { basics: { summary, label, location: { city: 'Leipzig', countryCode: 'DE' } }, work, projects, skills };
  titles.set(resume, caseTitle);
  return resume;
}

function evidenceOf(post: string | undefined, project: string | undefined): readonly object[] {
  return [...(post === undefined ? [] : [{ post }]), ...(project === undefined ? [] : [{ project }])];
}

/** One line, as long as a line may be, with a word that is longer than most rooms. */
export function longLine(start: string): string {
  return `${start} Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel and everything else that belongs to it, told again`.slice(
    0,
    120,
  );
}

const longUrl = `https://${'long-host-name.'.repeat(8)}example/${'a-path-without-end/'.repeat(4)}`;

/** A paragraph, as long as a paragraph may be. */
export function longParagraph(start: string): string {
  return `${start} of the paragraphs that say it all at length, with Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz in it. `
    .repeat(8)
    .slice(0, 800)
    .trim();
}

/** More of everything than is shown at once, each as long as the content's rules allow. */
export function longCareer(): HardProfile['resume'] {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const line = (of: string, at: number) => longLine(`${of} ${at}`);
  const highlights = numbers(12).map((at) => longParagraph(`Highlight ${at}`).slice(0, 300).trim());
  const keywords = numbers(30).map((at) => `keyword-${at}`);
  const url = longUrl;
  const posts = numbers(5).map((at) => ({
    ...{ name: line('Employer', at), position: line('Position', at), location: line('Place', at), description: line('Business', at) },
    ...{
      startDate: `${2026 - at}-01-31`,
      ...(at === 1 ? {} : { endDate: `${2026 - at}-12-31` }),
      url,
      highlights,
      summary: longParagraph('Post'),
    },
    figure: { value: '88888888', label: line('Figure', at) },
  }));
  const projects = numbers(8).map((at) => ({
    ...{ name: line('Project', at), description: longParagraph(`Project ${at}`), highlights, keywords, startDate: '2020-01-31', url },
    ...(at === 1 ? { caseStudy: `${caseSlug}.md`, drawing: 'tree', drawingCaption: longLine('Drawing').slice(0, 60).trim() } : {}),
  }));
  const evidence = numbers(6).map((at) => ({ project: line('Project', at) }));
  const skills = numbers(14).map((at) => ({
    name: line('Skill', at),
    level: 'Master',
    keywords,
    ...(at % 2 === 0 ? { since: 1999, evidence } : {}),
  }));
  const titled = (of: string) => numbers(6).map((at) => ({ title: line(of, at), event: longLine('Event'), date: '2021-11-30', url }));
  const resume = {
    basics: {
      summary: longParagraph('Summary'),
      url,
      label: longLine('Title'),
      location: { city: longLine('City'), region: longLine('Region') },
    },
    ...{ work: posts, projects, skills },
    education: numbers(4).map((at) => ({
      institution: line('School', at),
      area: longLine('Area'),
      studyType: longLine('Degree'),
      startDate: '2001',
    })),
    certificates: numbers(6).map((at) => ({
      name: line('Certificate', at),
      abbreviation: 'ABCDEFGHIJKL',
      date: '2020-10',
      issuer: longLine('Issuer'),
    })),
    languages: numbers(6).map((at) => ({ language: `Language ${at}`, fluency: longLine('Fluency') })),
    talks: titled('Talk'),
    advisories: titled('Advisory').map(({ title, date }, at) => ({ id: `CVE-2021-4099${at}`, title, date, url })),
  };
  titles.set(resume, longLine('Case'));
  return resume;
}

/** Wishes as long as they may be. */
export function longWishes(): readonly object[] {
  return [1, 2, 3].map((at) => ({
    ...{ key: `wish-${at}`, title: longLine(`Wish ${at}`), priceMinor: 100_000_000_000, currency: 'EUR', quantity: 99, priority: at },
    ...{ category: longLine(`Category ${at}`).slice(0, 40).trim(), note: longParagraph('Note').slice(0, 400).trim(), url: longUrl },
  }));
}

/** A case study under a title, with everything in it that Markdown has and that is wide. */
function caseStudyOf(title: string): string {
  const wide = "new.digest:=sha256(convert_to(prior.digest||new.canonical,'UTF8'))||".repeat(3);
  const table = '| Threat | What would be seen | What remains |\n| --- | --- | --- |\n| A row is altered | The chain | Nothing |\n';
  return [
    `# ${title}`,
    'A clinic had a log that had to be believed, and an administrator who could have rewritten it.',
    '## Problem\n\nThe table said nobody had.',
    `## Threat model\n\n${table}\n`,
    `## Decision\n\nEach row carries a hash.\n\n\`\`\`sql\n${wide}\n\`\`\``,
    '## Result\n\nA million entries are verified in nine seconds.\n',
  ].join('\n\n');
}
