import type { Profile } from '@castellan/content/profile';
import type { Resume } from '@castellan/content/resume';
import { jobTitleOf, type LinkedText, type OutlineSection, resumePlace, resumeSections } from '@castellan/content/resume-outline';
import { mrzNameLine } from '@castellan/web/mrz';
import { machineNames, printedName } from '../discovery/printed-name.ts';
import { type DrawableLetters, ownLetters } from '../fonts/drawable-letters.ts';

/** What the resume says, in reading order. */
export type Outline = {
  readonly name: string;
  /** The name in letters that the typefaces hold. */
  readonly printedName: string;
  readonly jobTitle: string;
  readonly machineLine: string;
  readonly contacts: readonly LinkedText[];
  readonly summary: string;
  readonly sections: readonly OutlineSection[];
  /** The paths of the owner's font files, for letters that the typefaces lack. */
  readonly fontFiles: readonly string[];
};

/**
 * The resume's words, made from public content alone: named field by field, so that neither a telephone number nor a home
 * address can slip in. Sections with nothing in them are left out.
 */
export function outlineOf(profile: Profile, resume: Resume, letters: DrawableLetters = ownLetters): Outline {
  const { name } = profile;
  return {
    name,
    printedName: printedName(profile, letters.pdf),
    jobTitle: jobTitleOf(resume),
    machineLine: mrzNameLine({ document: 'R', issuer: 'SEC', ...machineNames(profile) }, 36),
    contacts: contactsOf(profile, resume),
    summary: resume.basics.summary,
    sections: resumeSections(resume),
    fontFiles: letters.fontFiles,
  };
}

function contactsOf(profile: Profile, resume: Resume): readonly LinkedText[] {
  const { basics } = resume;
  const web = (url: string): LinkedText => ({ text: shortAddress(url), url });
  const place = resumePlace(resume);
  return [
    ...(place === undefined ? [] : [{ text: place }]),
    ...(profile.email === undefined ? [] : [{ text: profile.email, url: `mailto:${profile.email}` }]),
    ...[basics.url, profile.linkedinUrl, profile.githubUrl].flatMap((url) => (url === undefined ? [] : [web(url)])),
  ];
}

/** `https://www.example.org/` as people write it. */
function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
