import { chmodSync, constants, copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ContentFailure, describeContentFailure } from '@castellan/content/content-failure';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { personalFiles, sampleFolder } from '../sample-content.ts';

/** Why nothing was copied, in a sentence that names the place and what to do. */
export type CopyContentFailure = {
  readonly code: 'folder_in_git' | 'folder_taken' | 'folder_refused' | 'sample_unusable';
  readonly message: string;
};

/**
 * Copies the sample content into a folder of its own, readable by its owner alone. Nothing is ever written over: the folder
 * must not exist yet, or be empty. A folder inside a git work tree is refused, since what is private would be committed.
 */
export function copyContent(folder: string, source = sampleFolder): Result<readonly string[], CopyContentFailure> {
  const tree = findGitTree(folder);
  if (tree !== undefined) {
    return fail({
      code: 'folder_in_git',
      message: `${folder} lies inside the git work tree ${tree}, and what is private would be committed. Name a folder outside it.`,
    });
  }
  const profile = parseProfile('profile.json', readFileSync(join(source, 'profile.json'), 'utf8'));
  if (!profile.ok) return fail(damaged(source, profile.failure));
  const resume = parseResume('resume.json', readFileSync(join(source, 'resume.json'), 'utf8'));
  if (!resume.ok) return fail(damaged(source, resume.failure));
  const { photo } = profile.value;
  const caseStudies = resume.value.projects.flatMap(({ caseStudy }) => caseStudy ?? []);
  const files = [...personalFiles, 'README.md', ...caseStudies, ...(photo === undefined ? [] : [photo])];
  try {
    const taken = whatIsInTheWay(folder);
    if (taken !== undefined) return fail({ code: 'folder_taken', message: taken });
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700);
    for (const file of files) {
      const copy = join(folder, file);
      copyFileSync(join(source, file), copy, constants.COPYFILE_EXCL);
      chmodSync(copy, 0o600);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail({ code: 'folder_refused', message: `${folder} cannot be written (${reason}). Name another folder.` });
  }
  return succeed(files.map((file) => join(folder, file)));
}

function damaged(source: string, failure: ContentFailure): CopyContentFailure {
  const message = `The sample in ${source} is damaged (${describeContentFailure(failure)}). Restore it with "git checkout content".`;
  return { code: 'sample_unusable', message };
}

function whatIsInTheWay(folder: string): string | undefined {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  if (!status.isDirectory()) return `${folder} exists and is no folder. Name another one.`;
  const [entry] = readdirSync(folder);
  if (entry === undefined) return undefined;
  return `${folder} is not empty (it holds ${entry}), and nothing is written over. Name another folder, or empty it first.`;
}

/** The work tree around a folder that may not exist yet, with links followed as far as there is something. */
function findGitTree(folder: string): string | undefined {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  for (let place = realpathSync(existing); ; place = dirname(place)) {
    if (existsSync(join(place, '.git'))) return place;
    if (place === dirname(place)) return undefined;
  }
}
