import { headOf } from '../../domains/discovery/page-head.ts';
import { siteOf } from '../../lib/site-context.ts';
import { PlateAhead } from '../../ui/plate/plate-ahead.tsx';
import type { Route } from './+types/page.ts';
import { About } from './about.tsx';
import { EvidenceSections } from './evidence-sections.tsx';
import { Hero } from './hero.tsx';
import { homeProjectsOf, homeSkillsOf, postsOf, standingOf } from './home-content.ts';
import { HomeSections } from './home-sections.tsx';
import { letterOf } from './letter/letter-content.ts';
import { nameWidthStep } from './name-width-step.ts';
import stylesAddress from './page.css?url';
import { passportOf } from './passport.ts';
import { homeSections } from './section-list.ts';
import { Social } from './social.tsx';
import { loadPlates } from './workbench/load-plates.ts';
import { promptLinesOf } from './workbench/prompt-lines.ts';
import { WorkbenchSlot } from './workbench/workbench-slot.tsx';
import { homeWritingOf } from './writing-content.ts';

/** What of the owner's content this page shows, named field by field, so that nothing else leaves the server with it. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { birthday, timeZone } = site.profile;
  const { about, linkedinUrl, githubUrl, discordHandle, socialInk } = site.profile;
  return {
    about,
    passport: passportOf(site.profile, site.resume, site.portrait),
    work: postsOf(site.resume),
    ...homeProjectsOf(site),
    ...homeSkillsOf(site.resume),
    social: { linkedinUrl, githubUrl, discordHandle, ink: socialInk, letter: letterOf(site) },
    birthday: { ...birthday, timeZone },
    writing: homeWritingOf(site),
    proof: { lastDay: site.proof.lastDay, headers: site.proof.headers },
    plates: await loadPlates({ proof: site.proof }),
    prompts: promptLinesOf(site.resume),
    nameWidth: nameWidthStep(site.profile.name),
    standing: standingOf(site.resume),
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
  const {
    about,
    passport,
    work,
    projects,
    furtherProjects,
    skills,
    foldedSkills,
    social,
    birthday,
    writing,
    proof,
    plates,
    prompts,
    nameWidth,
    standing,
  } = loaderData;
  return (
    <main id="main" className="flex flex-1 flex-col">
      {/* No other page pays for it. It stays once it came, so that whoever comes back finds the page as it was left. */}
      <link rel="stylesheet" href={stylesAddress} precedence="page" />
      <PlateAhead />
      <Hero birthday={birthday} nameWidth={nameWidth} standing={standing} hasProjects={projects.length > 0} />
      <About paragraphs={about} passport={passport} />
      <HomeSections work={work} projects={projects} furtherProjects={furtherProjects} skills={skills} foldedSkills={foldedSkills} />
      <WorkbenchSlot plates={plates} prompts={prompts} />
      <EvidenceSections writing={writing} proof={proof} />
      <Social {...social} />
    </main>
  );
}
