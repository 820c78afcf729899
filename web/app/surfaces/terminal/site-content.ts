import type { SiteContext } from '../../lib/site-context.ts';

/** What of the owner's content the terminal shows, named field by field, so that nothing else leaves the server with the page. */
export function siteContentOf({ profile, resume }: SiteContext) {
  const { about, email, linkedinUrl, githubUrl, instagramUrl, spotifyUrl, discordHandle } = profile;
  // In two parts, so that the page's text holds no address that a program would find.
  const at = email.lastIndexOf('@');
  return {
    about,
    mail: { mailbox: email.slice(0, at), mailHost: email.slice(at + 1) },
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
