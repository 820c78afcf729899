import { mailPartsOf } from '@castellan/content/mail-parts';
import type { SiteContext } from '../../lib/site-context.ts';

/** What of the owner's content the terminal shows, named field by field, so that nothing else leaves the server with the page. */
export function siteContentOf({ profile, resume }: SiteContext) {
  const { about, email, linkedinUrl, githubUrl, instagramUrl, spotifyUrl, discordHandle } = profile;
  return {
    about,
    mail: mailPartsOf(email),
    social: { linkedinUrl, githubUrl, instagramUrl, spotifyUrl, discordHandle },
    projects: resume.projects.map(({ name, description, highlights, keywords, startDate, endDate, url }) => ({
      name,
      description,
      highlights,
      keywords,
      startDate,
      endDate,
      url,
    })),
    work: resume.work.map(({ name, position, location, startDate, endDate, summary, highlights }) => ({
      name,
      position,
      location,
      startDate,
      endDate,
      summary,
      highlights,
    })),
    skills: resume.skills.map(({ name, level, keywords }) => ({ name, level, keywords })),
  };
}

/** The owner's public content as the terminal reads it. */
export type SiteContent = ReturnType<typeof siteContentOf>;
