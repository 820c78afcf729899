import type { ContentFault } from '@castellan/content/content-failure';
import { parseResume } from '@castellan/content/resume';
import { type ContentFolder, maxKeptBytes } from './content-folder.ts';
import type { EditableFile } from './editable-file.ts';

/** What names a text and would be faulty without it: the projects whose case study it is. An article is named by nothing. */
export async function namedBy(folder: ContentFolder, { kind, name }: EditableFile): Promise<readonly ContentFault[]> {
  if (kind !== 'case-study') return [];
  const { bytes } = await folder.read('resume.json', maxKeptBytes);
  const resume = bytes === undefined ? undefined : parseResume('resume.json', bytes.toString('utf8'));
  // A resume that cannot be read may name it too.
  if (resume?.ok !== true) return [{ field: undefined, problem: 'stays while resume.json has faults: it may name this case study' }];
  return resume.value.projects
    .filter(({ caseStudy }) => caseStudy === name)
    .map((project) => ({
      field: undefined,
      problem: `is the case study of the project "${project.name}": take it from that project first, under Projects`,
    }));
}
