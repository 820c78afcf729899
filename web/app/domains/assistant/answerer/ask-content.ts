import { mailPartsOf } from '@castellan/content/mail-parts';
import { caseStudySlug } from '@castellan/content/resume';
import type { SiteContext } from '../../../lib/site-context.ts';
import { blogPlace } from '../../owner/blog-place.ts';

/** A tool of the site that everybody may see; `id` is its address without the slash. */
type AskTool = { readonly id: string; readonly title: string; readonly summary: string };

/** What of the owner's content questions are answered from, named field by field, so that nothing else leaves the server with it. */
export function askContentOf(
  { profile, resume, caseStudies = {}, articles = [] }: Pick<SiteContext, 'profile' | 'resume' | 'caseStudies' | 'articles'>,
  tools: readonly AskTool[],
) {
  const { name, givenNames, familyName, about, email, linkedinUrl, githubUrl, instagramUrl, spotifyUrl, discordHandle } = profile;
  const blogUrl = blogPlace({ blogUrl: profile.blogUrl, hasWriting: articles.length > 0 })?.href;
  const { specialty, securityContact, pgp, timeZone, availability, birthday: countdown } = profile;
  const { basics, work, projects, skills, education = [], certificates = [], languages = [] } = resume;
  const { talks = [], advisories = [], awards = [], publications = [], volunteer = [] } = resume;
  const { label, summary, location = {} } = basics;
  const birthday = countdown.isDefault === true ? undefined : { month: countdown.month, day: countdown.day };
  return {
    owner: { name, givenNames, familyName },
    about,
    mail: mailPartsOf(email),
    profiles: { linkedinUrl, githubUrl, instagramUrl, spotifyUrl, discordHandle, blogUrl },
    facts: { specialty, securityContact, pgp, timeZone, availability, birthday },
    basics: { label, summary, place: [location.city, location.region, location.countryCode].filter((part) => part !== undefined) },
    ...{ work, skills, education, certificates, languages, talks, advisories, awards, publications, volunteer },
    tools: tools.map(({ id, title, summary }) => ({ id, title, summary })),
    projects: projects.map((project) => {
      const slug = project.caseStudy === undefined ? undefined : caseStudySlug(project.caseStudy);
      const study = slug === undefined ? undefined : caseStudies[slug];
      return {
        ...project,
        study: study === undefined ? undefined : { slug: study.slug, title: study.title, text: `${study.lead}\n\n${study.text}` },
      };
    }),
  };
}

/** The owner's public content, as questions are answered from it. */
export type AskContent = ReturnType<typeof askContentOf>;
