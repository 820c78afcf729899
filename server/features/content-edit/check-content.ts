import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArticle } from '@castellan/content/article';
import { parseCaseStudy } from '@castellan/content/case-study';
import { type ContentFault, describeContentFailure } from '@castellan/content/content-failure';
import { parsePrivateContact } from '@castellan/content/private-contact';
import { type Profile, parseProfile } from '@castellan/content/profile';
import { caseStudySlug, parseResume, type Resume } from '@castellan/content/resume';
import { parseWishes } from '@castellan/content/wishes';
import { complainOfPgpKey } from '../../pgp-key.ts';
import { complainOfPhoto } from '../../photo-file.ts';
import { readArticlePicture } from '../../writing/article-pictures.ts';
import type { EditableFile } from './editable-file.ts';

/** Everything that would keep the site from taking a text over, each with its field and line; nothing where it can be used. */
export function checkContent(folder: string, file: EditableFile, text: string): readonly ContentFault[] {
  switch (file.kind) {
    case 'profile': {
      const parsed = parseProfile(file.name, text);
      return parsed.ok ? faultsOfProfile(folder, parsed.value) : parsed.failure.faults;
    }
    case 'resume': {
      const parsed = parseResume(file.name, text);
      return parsed.ok ? faultsOfCases(folder, parsed.value) : parsed.failure.faults;
    }
    case 'wishes': {
      const parsed = parseWishes(file.name, text);
      return parsed.ok ? [] : parsed.failure.faults;
    }
    case 'private': {
      const parsed = parsePrivateContact(file.name, text);
      return parsed.ok ? [] : parsed.failure.faults;
    }
    case 'case-study': {
      const parsed = parseCaseStudy(file.name, file.slug, text);
      return parsed.ok ? [] : parsed.failure.faults;
    }
    case 'article': {
      const parsed = parseArticle(file.name, `${file.slug}.md`, text);
      if (!parsed.ok) return parsed.failure.faults;
      return parsed.value.named.flatMap(({ address, line }) => {
        const picture = readArticlePicture(join(folder, 'writing'), address);
        return 'problem' in picture
          ? [{ field: undefined, problem: `names the picture "${address.slice(0, 80)}", ${picture.problem}`, line }]
          : [];
      });
    }
  }
}

function faultsOfProfile(folder: string, { photo, pgp }: Profile): readonly ContentFault[] {
  const ofPhoto = photo === undefined ? undefined : complainOf(folder, photo, complainOfPhoto);
  const ofKey = pgp?.file === undefined ? undefined : complainOf(folder, pgp.file, (path) => complainOfPgpKey(path, pgp.fingerprint));
  return [
    ...(ofPhoto === undefined ? [] : [{ field: 'photo', problem: ofPhoto }]),
    ...(ofKey === undefined ? [] : [{ field: 'pgp.file', problem: ofKey }]),
  ];
}

/** What is wrong with a file that is named. Nothing but a file is opened: a pipe would hold up whoever waits for its other end. */
function complainOf(folder: string, name: string, judge: (path: string) => string | undefined): string | undefined {
  const path = join(folder, name);
  if (!isPlainFile(path)) return `names ${name}, and there is no such file beside it`;
  try {
    return judge(path);
  } catch {
    return `names ${name}, which cannot be read`;
  }
}

function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A resume that names a case study is taken over with it or not at all. */
function faultsOfCases(folder: string, { projects }: Resume): readonly ContentFault[] {
  return projects.flatMap(({ caseStudy }, at): readonly ContentFault[] => {
    if (caseStudy === undefined) return [];
    const field = `projects.${at}.caseStudy`;
    const path = join(folder, caseStudy);
    if (!isPlainFile(path))
      return [{ field, problem: `names ${caseStudy}, and there is no such file beside it: write the case study first` }];
    const parsed = parseCaseStudy(caseStudy, caseStudySlug(caseStudy), readFileSync(path, 'utf8'));
    return parsed.ok ? [] : [{ field, problem: `names a file that cannot be used: ${describeContentFailure(parsed.failure)}` }];
  });
}
