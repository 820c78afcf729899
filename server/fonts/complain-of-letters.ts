import type { CaseStudy } from '@castellan/content/case-study';
import type { Profile } from '@castellan/content/profile';
import { caseStudySlug, type Resume } from '@castellan/content/resume';
import { untransliterable } from '@castellan/web/transliterate';
import { printedName } from '../discovery/printed-name.ts';
import { outlineOf } from '../resume/resume-outline.ts';
import { type DrawableLetters, type Holds, printable, standsAlone, undrawable } from './drawable-letters.ts';

type Texts = {
  readonly profile: Profile;
  readonly resume: Resume;
  readonly caseStudies: Readonly<Record<string, CaseStudy>>;
};

/**
 * What the person who edits the content should know of letters that cannot be drawn as they are written: which, where, what
 * stands there instead, and what helps.
 */
export function complainOfLetters(texts: Texts, letters: DrawableLetters): readonly string[] {
  return [...complainOfNames(texts.profile, letters), ...complainOfResume(texts, letters), ...complainOfCards(texts, letters)];
}

/** The part of `complainOfLetters` that is about the owner's names. */
export function complainOfNames(profile: Pick<Profile, 'name' | 'givenNames' | 'familyName'>, letters: DrawableLetters): readonly string[] {
  const lost = untransliterable(profile.givenNames + profile.familyName);
  const latin = 'write "givenNames" and "familyName" in Latin letters, as your passport does';
  const machine =
    lost.length === 0 ? [] : [`profile.json: machine-readable lines with your name are left out, since they lack ${list(lost)}; ${latin}.`];
  const places = [['the share card', letters.card] as const, ['the resume', letters.pdf] as const];
  const lacking = places.filter(([, holds]) => printable(profile.name, holds) === undefined);
  // Where both say the same, one sentence is enough.
  const isOne = lacking.length === 2 && sameOf(places.map(([, holds]) => undrawable(profile.name, holds).join('')));
  const told = (where: string, holds: Holds): string => {
    const missing = undrawable(profile.name, holds);
    const shown = printedName(profile, holds);
    const outcome =
      shown === '' ? `come${isOne ? '' : 's'} without your name; ${latin}: these stand there then` : `say${isOne ? '' : 's'} "${shown}"`;
    return `profile.json: ${where} cannot draw ${list(missing)} of "${profile.name}" and ${outcome}. ${remedy(missing, letters)}`;
  };
  const [first] = lacking;
  if (first !== undefined && isOne) return [...machine, told('the share card and the resume', first[1])];
  return [...machine, ...lacking.map(([where, holds]) => told(where, holds))];
}

function complainOfResume({ profile, resume }: Texts, letters: DrawableLetters): readonly string[] {
  const { jobTitle, contacts, summary, sections } = outlineOf(profile, resume, letters);
  const missing = undrawable(JSON.stringify([jobTitle, contacts, summary, sections]), letters.pdf);
  if (missing.length === 0) return [];
  return [
    `resume.json: the PDF of the resume cannot draw ${list(missing)}: each stands as ¤ there, or without its marks. ${remedy(missing, letters)}`,
  ];
}

function complainOfCards({ resume, caseStudies }: Texts, letters: DrawableLetters): readonly string[] {
  return resume.projects.flatMap(({ name, caseStudy }) => {
    const title = caseStudy === undefined ? undefined : caseStudies[caseStudySlug(caseStudy)]?.title;
    const missing = undrawable(`${name}${title ?? ''}`, letters.card);
    if (caseStudy === undefined || missing.length === 0) return [];
    return [
      `${caseStudy}: the card of this case study cannot draw ${list(missing)} and leaves out the title or the name that holds them. ${remedy(missing, letters)}`,
    ];
  });
}

/** What helps: a font file, and where not even that does. */
function remedy(missing: readonly string[], letters: DrawableLetters): string {
  const fontFile = 'a font file (.ttf or .otf) with these letters in the folder "fonts" beside profile.json';
  const joined = missing.filter((letter) => !standsAlone(letter));
  if (joined.length === 0) return `To have them drawn, put ${fontFile}.`;
  const never = 'The resume cannot draw letters that join or run from right to left';
  return missing.every((letter) => letters.card(letter)) ? `${never}, with any font file.` : `For cards, put ${fontFile}. ${never}.`;
}

function list(letters: readonly string[]): string {
  const shown = 40;
  return `${letters.slice(0, shown).join('')}${letters.length > shown ? ` and ${letters.length - shown} more` : ''}`;
}

function sameOf(texts: readonly string[]): boolean {
  return new Set(texts).size === 1;
}
