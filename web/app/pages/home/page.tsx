import { headOf } from '../../domains/discovery/page-head.ts';
import { siteOf } from '../../lib/site-context.ts';
import { PlateAhead } from '../../ui/plate/plate-ahead.tsx';
import type { Route } from './+types/page.ts';
import { About } from './about.tsx';
import { EvidenceSections } from './evidence-sections.tsx';
import { Hero } from './hero.tsx';
import { postsOf, projectNotesOf, provenSkillsOf } from './home-content.ts';
import { HomeSections } from './home-sections.tsx';
import { nameWidthStep } from './name-width-step.ts';
import stylesAddress from './page.css?url';
import { passportOf } from './passport.ts';
import { homeSections } from './section-list.ts';
import { Social } from './social.tsx';

/** What of the owner's content this page shows, named field by field, so that nothing else leaves the server with it. */
export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { birthday, timeZone } = site.profile;
  const { about, linkedinUrl, githubUrl, discordHandle, socialInk } = site.profile;
  return {
    about,
    passport: passportOf(site.profile, site.resume, site.portrait),
    work: postsOf(site.resume),
    projects: projectNotesOf(site),
    skills: provenSkillsOf(site.resume),
    social: { linkedinUrl, githubUrl, discordHandle, ink: socialInk },
    birthday: { ...birthday, timeZone },
    posts: site.posts,
    proof: site.proof,
    nameWidth: nameWidthStep(site.profile.name),
    sections: homeSections(site),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/',
    title: `${name} · Security Specialist`,
    description: `${name}, application, cyber and system security specialist. Crafting secure, scalable systems with exceptional user experiences.`,
  }));
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { about, passport, work, projects, skills, social, birthday, posts, proof, nameWidth } = loaderData;
  return (
    <main id="main" className="flex flex-1 flex-col">
      {/* No other page pays for it. It stays once it came, so that whoever comes back finds the page as it was left. */}
      <link rel="stylesheet" href={stylesAddress} precedence="page" />
      <PlateAhead />
      <Hero birthday={birthday} nameWidth={nameWidth} hasProjects={projects.length > 0} />
      <About paragraphs={about} passport={passport} />
      <HomeSections work={work} projects={projects} skills={skills} />
      <EvidenceSections posts={posts} proof={proof} />
      <Social {...social} />
    </main>
  );
}
