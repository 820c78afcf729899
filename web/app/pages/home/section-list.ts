import type { PageSection } from '../../domains/navigation/page-sections.ts';
import type { SiteContext } from '../../lib/site-context.ts';
import type { SiteProof } from '../../lib/site-proof.ts';
import { homeWritingOf } from './writing-content.ts';

/** The sections that the home page has with this content, in their order, as the navigation leads to them. */
export function homeSections(
  site: Pick<SiteContext, 'profile' | 'resume' | 'posts' | 'articles'> & { readonly proof: SiteProof },
): readonly PageSection[] {
  const { profile, resume, proof } = site;
  const { work, projects, skills } = resume;
  return [
    { id: 'about', title: 'About' },
    ...(work.length === 0 ? [] : [{ id: 'experience', title: 'Experience' }]),
    ...(projects.length === 0 ? [] : [{ id: 'projects', title: 'Projects' }]),
    ...(skills.length === 0 ? [] : [{ id: 'skills', title: 'Skills' }]),
    { id: 'workbench', title: 'Workbench' },
    ...(homeWritingOf(site) === undefined ? [] : [{ id: 'writing', title: 'Writing' }]),
    ...(proof.lastDay === undefined && proof.headers === undefined ? [] : [{ id: 'proven', title: 'Proof' }]),
    ...(hasSocialSection(profile) ? [{ id: 'social', title: 'Social' }] : []),
  ];
}

/** Cards for LinkedIn, GitHub and Discord, and the letter: an owner with none of them has no such section. */
function hasSocialSection({ linkedinUrl, githubUrl, discordHandle, email }: SiteContext['profile']): boolean {
  return (linkedinUrl ?? githubUrl ?? discordHandle ?? email) !== undefined;
}
