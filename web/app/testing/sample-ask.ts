import { readFileSync } from 'node:fs';
import { type CaseStudy, parseCaseStudy } from '@castellan/content/case-study';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import type { Result } from '@castellan/foundation/result';
import { tools } from '../../../tools/registry.ts';
import type { ToolManifest } from '../../../tools/tool.ts';
import { askContentOf } from '../domains/assistant/answerer/ask-content.ts';

const everyTool: readonly ToolManifest[] = tools;

/** What questions are answered from, read from a folder of content; `studies` are the names of its case studies. */
export function askSampleOf(folder: string, studies: readonly string[]) {
  const read = (name: string) => readFileSync(new URL(`../../../${folder}/${name}`, import.meta.url), 'utf8');
  const caseStudies = Object.fromEntries(
    studies.map((slug): [string, CaseStudy] => [slug, must(parseCaseStudy(slug, slug, read(`${slug}.md`)))]),
  );
  const profile = must(parseProfile('profile.json', read('profile.json')));
  const resume = must(parseResume('resume.json', read('resume.json')));
  return askContentOf(
    { profile, resume, caseStudies },
    everyTool.filter(({ audience }) => audience !== 'owner'),
  );
}

/** What questions about the sample owner are answered from. */
export const sampleAsk = askSampleOf('content', ['rosette', 'countersign']);

function must<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (!result.ok) throw new Error(`the content cannot be read: ${JSON.stringify(result.failure)}`);
  return result.value;
}
