import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Article } from '@castellan/content/article';
import type { CaseStudy } from '@castellan/content/case-study';
import { type ContentFailure, describeContentFailure, singleFault } from '@castellan/content/content-failure';
import { type PrivateContact, parsePrivateContact } from '@castellan/content/private-contact';
import { type Profile, parseProfile } from '@castellan/content/profile';
import { parseResume, type Resume } from '@castellan/content/resume';
import { parseWishes, type Wishes } from '@castellan/content/wishes';
import type { Result } from '@castellan/foundation/result';
import type { Log } from '@castellan/platform/core/log';
import { readCaseStudies } from './case-studies.ts';
import { complainOfLetters } from './fonts/complain-of-letters.ts';
import { type DrawableLetters, ownLetters } from './fonts/drawable-letters.ts';
import { type FontFile, findFonts, readFonts } from './fonts/owner-fonts.ts';
import { complainOfPgpKey, pgpKeyPath } from './pgp-key.ts';
import { complainOfPhoto } from './photo-file.ts';
import { watchFolder } from './watch-folder.ts';
import { createArticleReader, type Writing } from './writing/article-files.ts';
import { createArticlePictures } from './writing/article-pictures.ts';

/** The owner's content as it is on the disk now. */
export type Content = {
  readonly profile: () => Profile;
  readonly resume: () => Resume;
  readonly wishes: () => Wishes;
  /** The projects' case studies, by the last part of their addresses. */
  readonly caseStudies: () => Readonly<Record<string, CaseStudy>>;
  /** The articles that visitors may read, the newest first. */
  readonly articles: () => readonly Article[];
  /** The letters that cards and PDFs can be drawn with: those of the owner's font files are known a moment after the start. */
  readonly letters: () => DrawableLetters;
  /** The bytes of the owner's photo; `undefined` where there is none that can be used. */
  readonly photo: () => Buffer | undefined;
  /** For the server alone: no page is made from it. */
  readonly privateContact: () => PrivateContact;
  /**
   * Answers for the files that the content names: the photo at `/content/{its file name}`, pictures of articles at
   * `/content/writing/{file name}`, and the public key at `/pgp.asc`. Nothing else of the folder is served.
   */
  readonly answerFile: (request: Request) => Promise<Response | undefined> | Response | undefined;
  /** Calls back after a saved file was read again and found good. Returns the way to stop. */
  readonly watch: (onChange: () => void) => () => void;
};

const pictureTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Reads the content folder. Throws a line for people for each fault: file, field, problem, line and an example. */
export function openContent(folder: string, log: Log): Content {
  const readWriting = createArticleReader(folder);
  let files = readFiles(folder);
  let writing = readWriting();
  let letters = ownLetters;
  const complain = (ofFonts: readonly string[] = []) => {
    for (const complaint of [...ofFonts, ...complainOfLetters(files, letters), ...files.complaints, ...writing.complaints])
      log.warn(complaint);
  };
  const takeFonts = async () => {
    const taken = files;
    const read = await readFonts(taken.fontFiles);
    if (files !== taken) return;
    letters = read.letters;
    // Whatever was drawn from it before is drawn again.
    files = { ...files, profile: { ...files.profile } };
    complain(read.complaints);
  };
  const take = () => {
    letters = ownLetters;
    if (files.fontFiles.length === 0) complain();
    else void takeFonts().catch((error: unknown) => log.warn('font files not read', { reason: String(error) }));
  };
  take();
  /** Reads the folder again; says whether a file other than the articles is another one. */
  const readOthersAgain = (): boolean => {
    try {
      const fresh = readFiles(folder);
      // An editor that saves by rename makes a noise of several events for one change.
      if (JSON.stringify(fresh) === JSON.stringify(files)) return false;
      files = fresh;
      return true;
    } catch (error) {
      // The last good content stays: a half-saved file must not take the site down.
      const reasons = error instanceof Error ? error.message : String(error);
      for (const reason of reasons.split('\n')) log.warn('content not taken over', { reason });
      return false;
    }
  };
  const readAgain = (onChange: () => void) => {
    // Articles first: faults of the other files do not hold them up.
    const written = readWriting();
    const isOtherWriting = !isSameWriting(written, writing);
    writing = written;
    if (!readOthersAgain() && !isOtherWriting) return;
    take();
    onChange();
    log.info('content read again');
  };
  const answerArticlePicture = createArticlePictures(folder, () => writing.articles);
  return {
    profile: () => files.profile,
    resume: () => files.resume,
    wishes: () => files.wishes,
    caseStudies: () => files.caseStudies,
    articles: () => writing.articles,
    letters: () => letters,
    photo: () => (files.profile.photo === undefined ? undefined : readFileSync(join(folder, files.profile.photo))),
    privateContact: () => files.privateContact,
    answerFile: (request) => {
      if (request.method !== 'GET') return undefined;
      const { pathname } = new URL(request.url);
      const { photo } = files.profile;
      if (pathname === pgpKeyPath && files.pgpKey !== undefined)
        return new Response(files.pgpKey, { headers: { 'content-type': 'application/pgp-keys', 'cache-control': 'public, max-age=3600' } });
      if (photo === undefined || pathname !== `/content/${photo}`) return answerArticlePicture(request);
      const headers = {
        'content-type': pictureTypes[extname(photo).toLowerCase()] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=3600',
      };
      return new Response(readFileSync(join(folder, photo)), { headers });
    },
    watch: (onChange) => {
      const stops = [folder, join(folder, 'fonts'), join(folder, 'writing')].map((place) => watchFolder(place, () => readAgain(onChange)));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Articles that did not change are the same objects. */
function isSameWriting(left: Writing, right: Writing): boolean {
  return (
    left.articles.length === right.articles.length &&
    left.articles.every((article, at) => article === right.articles[at]) &&
    left.complaints.join('\n') === right.complaints.join('\n')
  );
}

type ContentFiles = {
  readonly profile: Profile;
  readonly resume: Resume;
  readonly wishes: Wishes;
  readonly privateContact: PrivateContact;
  readonly caseStudies: Readonly<Record<string, CaseStudy>>;
  /** When the photo was saved, so that another one under the same name is a change. */
  readonly photoSavedMs: number | undefined;
  /** The owner's public key in ASCII armour, where the content has it. */
  readonly pgpKey: string | undefined;
  readonly fontFiles: readonly FontFile[];
  /** What the owner should know of a content that can be used all the same. */
  readonly complaints: readonly string[];
};

/** All files or none, so that the pages never mix an old one with a new one. Throws every fault of every file, a line each. */
function readFiles(folder: string): ContentFiles {
  const faults: string[] = [];
  const told = (sentence: string) => {
    faults.push(sentence);
    return undefined;
  };
  const profile = readFile(folder, 'profile.json', parseProfile, told);
  const shown = profile === undefined ? undefined : withUsablePhoto(folder, profile, told);
  const pgpKey = profile === undefined ? undefined : readPgpKey(folder, profile, told);
  const resume = readFile(folder, 'resume.json', parseResume, told);
  const read = resume === undefined ? undefined : readCaseStudies(folder, resume);
  faults.push(...(read?.faults ?? []));
  // A folder from before there were wishes has none.
  const wishes = existsSync(join(folder, 'wishes.json')) ? readFile(folder, 'wishes.json', parseWishes, told) : [];
  const privateContact = readFile(folder, 'private.json', parsePrivateContact, told);
  const isWhole = shown !== undefined && resume !== undefined && read !== undefined && wishes !== undefined && privateContact !== undefined;
  if (!isWhole || faults.length > 0) throw new Error(faults.join('\n'));
  return { ...shown, pgpKey, resume, caseStudies: read.studies, wishes, privateContact, fontFiles: findFonts(folder) };
}

/** A text of the most characters that is read, in the letters that take the most. */
const maxFileBytes = 1_200_000;

type Tell = (sentence: string) => undefined;

function readFile<Value>(
  folder: string,
  name: string,
  parse: (file: string, text: string) => Result<Value, ContentFailure>,
  tell: Tell,
): Value | undefined {
  const path = join(folder, name);
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > maxFileBytes) {
      const problem = `has ${size} bytes, and at most ${maxFileBytes} are read`;
      return tell(describeContentFailure(singleFault(path, { field: undefined, problem })));
    }
    text = readFileSync(path, 'utf8');
  } catch {
    return tell(
      `There is no readable content file ${path}. Set CASTELLAN_CONTENT_DIR to the folder with your content, or restore the file.`,
    );
  }
  const parsed = parse(path, text);
  return parsed.ok ? parsed.value : tell(describeContentFailure(parsed.failure));
}

function readPgpKey(folder: string, { pgp }: Profile, tell: Tell): string | undefined {
  if (pgp?.file === undefined) return undefined;
  const path = join(folder, pgp.file);
  const problem = existsSync(path) ? complainOfPgpKey(path, pgp.fingerprint) : `names ${pgp.file}, and there is no such file beside it`;
  if (problem === undefined) return readFileSync(path, 'latin1');
  return tell(describeContentFailure(singleFault(join(folder, 'profile.json'), { field: 'pgp.file', problem })));
}

/** The profile, without a photo that visitors should not be sent. */
function withUsablePhoto(
  folder: string,
  profile: Profile,
  tell: Tell,
): Pick<ContentFiles, 'profile' | 'photoSavedMs' | 'complaints'> | undefined {
  const { photo, ...withoutPhoto } = profile;
  if (photo === undefined) return { profile, photoSavedMs: undefined, complaints: [] };
  const path = join(folder, photo);
  const file = join(folder, 'profile.json');
  if (!existsSync(path)) {
    const problem = `names ${photo}, and there is no such file beside it`;
    return tell(describeContentFailure(singleFault(file, { field: 'photo', problem })));
  }
  const problem = complainOfPhoto(path);
  if (problem === undefined) return { profile, photoSavedMs: statSync(path).mtimeMs, complaints: [] };
  const complaint = describeContentFailure(singleFault('profile.json', { field: 'photo', problem }));
  return { profile: withoutPhoto, photoSavedMs: undefined, complaints: [`${complaint} The initials stand in its place.`] };
}
