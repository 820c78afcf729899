import { maxHomeProjects, projectsPath } from '@castellan/content/projects-page';
import type { AskContent } from './ask-content.ts';
import type { Question } from './question.ts';

/** Where something that was said stands: the content's field, what to call it, and the page that shows it. */
export type Source = { readonly field: string; readonly title: string; readonly address: string };

/** What a rule says: its lines, the fields that they were taken from, and whether it says that the site is silent. */
export type Said = {
  readonly lines: readonly string[];
  readonly fields: readonly string[];
  readonly isUnsaid?: boolean;
  /** The way to the owner belongs beneath it. */
  readonly withContact?: boolean;
};

/** What rules answer from. `today` is a day such as `2026-03-18`. */
export type Asked = { readonly content: AskContent; readonly today: string };

/** Answers one kind of question, or leaves it to the next rule. */
export type Rule = (question: Question, asked: Asked) => Said | undefined;

/** Names in one sentence: "a, b and c". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A text with a capital at its beginning. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A line that ends as a sentence does. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?:)]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** That the site is silent about something, with the way to the owner. */
export function unsaid(what: string, more: readonly string[] = [], fields: readonly string[] = []): Said {
  return { lines: [`The site does not say ${what}.`, ...more], fields, isUnsaid: true, withContact: true };
}

/** How to reach the owner, in one line. */
export function contactLine({ owner, mail }: AskContent): string {
  const address = mail === undefined ? '' : `${addressOf(mail)}, or `;
  return `To ask ${owner.givenNames}: ${address}the contact page, /contact.`;
}

/** Where to write to, as a sentence. */
export function writeLine(mail: AskContent['mail']): string {
  return mail === undefined ? 'Use the contact page, /contact.' : `Write to ${addressOf(mail)}, or use the contact page, /contact.`;
}

function addressOf({ mailbox, mailHost }: NonNullable<AskContent['mail']>): string {
  return `${mailbox}@${mailHost}`;
}

/** The source that a field is shown at. `field` is a path such as `work[0]`. */
export function sourceOf(field: string, content: AskContent): Source {
  const [, part = field, place] = /^([a-zA-Z.]+)(?:\[(\d+)\])?$/.exec(field) ?? [];
  const at = place === undefined ? undefined : Number(place);
  const source = (title: string, address: string) => ({ field, title, address });
  const study = content.projects[at ?? -1]?.study;
  const name = at === undefined ? undefined : nameAt(part, at, content);
  if (part.startsWith('profiles')) return source('Social', '/#social');
  switch (part) {
    case 'work':
      return source(name === undefined ? 'Experience' : `Experience: ${name}`, '/#experience');
    case 'projects':
      return source(
        name === undefined ? 'Projects' : `Project: ${name}`,
        at === undefined || at < maxHomeProjects ? '/#projects' : projectsPath,
      );
    case 'caseStudy':
      return study === undefined ? source('Projects', '/#projects') : source(`Case study: ${study.title}`, `/projects/${study.slug}`);
    case 'tools':
      return source(content.tools[at ?? -1]?.title ?? 'Tools', `/${content.tools[at ?? -1]?.id ?? 'desktop'}`);
    case 'skills':
      return source(name === undefined ? 'Skills' : `Skill: ${name}`, '/#skills');
    case 'about':
    case 'specialty':
      return source('About', '/#about');
    case 'email':
    case 'contact':
      return source('Contact', '/contact');
    case 'securityContact':
    case 'pgp':
      return source('security.txt', '/.well-known/security.txt');
    case 'availability':
      return source('Social', '/#social');
    case 'birthday':
    case 'timeZone':
      return source('Home', '/');
    case 'site':
      return source('Terminal', '/terminal');
    default:
      return source('Resume', '/cv');
  }
}

function nameAt(part: string, at: number, { work, projects, skills }: AskContent): string | undefined {
  if (part === 'work') return work[at]?.name;
  return part === 'skills' ? skills[at]?.name : projects[at]?.name;
}
