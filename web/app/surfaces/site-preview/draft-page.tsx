import type { Wishes } from '@castellan/content/wishes';
import { articleContentOf } from '../../pages/article/article-content.ts';
import { ArticleView } from '../../pages/article/article-view.tsx';
import { caseContentOf } from '../../pages/case-study/case-content.ts';
import { CaseStudyView } from '../../pages/case-study/case-study-view.tsx';
import { About } from '../../pages/home/about.tsx';
import { Hero } from '../../pages/home/hero.tsx';
import { homeProjectsOf, homeSkillsOf, postsOf, standingOf } from '../../pages/home/home-content.ts';
import { HomeSections } from '../../pages/home/home-sections.tsx';
import { letterOf } from '../../pages/home/letter/letter-content.ts';
import { nameWidthStep } from '../../pages/home/name-width-step.ts';
import stylesAddress from '../../pages/home/page.css?url';
import { passportOf } from '../../pages/home/passport.ts';
import { Social } from '../../pages/home/social.tsx';
import { WishCard } from '../../pages/wishlist/wish-card.tsx';
import wishlistStylesAddress from '../../pages/wishlist/wishlist.css?url';
import type { DraftSite } from './draft-site.ts';

/** The part of the public site that a draft changes, by the components that visitors see. */
export function DraftPage({ site }: { readonly site: DraftSite }) {
  if (site.part === 'articles') {
    const content = articleContentOf(site, site.slug);
    return content === undefined ? null : <ArticleView content={content} />;
  }
  if (site.part === 'cases') {
    const content = caseContentOf(site, site.slug);
    return content === undefined ? null : <CaseStudyView content={content} />;
  }
  if (site.part === 'wishes') return <FirstWishes wishes={site.wishes ?? []} />;
  return (
    <main className="flex flex-1 flex-col">
      <link rel="stylesheet" href={stylesAddress} precedence="page" />
      {site.part === 'profile' || site.part === 'photo' ? <Person site={site} /> : <Career site={site} />}
    </main>
  );
}

/** The wishes as cards of the wishlist, all free. */
function FirstWishes({ wishes }: { readonly wishes: Wishes }) {
  return (
    <main className="p-6">
      <link rel="stylesheet" href={wishlistStylesAddress} precedence="page" />
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {wishes.map(({ key, url = null, priceMinor = null, currency = null, note = null, quantity, priority, ...wish }) => (
          <li key={key}>
            <WishCard
              wish={{ ...wish, id: key, url, priceMinor, currency, note, quantity, priority: priority as 1 | 2 | 3 }}
              claimState={{ kind: 'open', free: quantity, of: quantity }}
              withdrawing={false}
              onClaim={() => undefined}
              onWithdraw={() => undefined}
            />
          </li>
        ))}
      </ul>
    </main>
  );
}

function Person({ site: { profile, resume } }: { readonly site: DraftSite }) {
  const { about, linkedinUrl, githubUrl, discordHandle, socialInk, birthday, timeZone } = profile;
  return (
    <>
      <Hero
        birthday={{ ...birthday, timeZone }}
        nameWidth={nameWidthStep(profile.name)}
        standing={standingOf(resume)}
        hasProjects={resume.projects.length > 0}
      />
      <About paragraphs={about} passport={passportOf(profile, resume, undefined)} />
      <Social
        linkedinUrl={linkedinUrl}
        githubUrl={githubUrl}
        discordHandle={discordHandle}
        ink={socialInk}
        letter={letterOf({ profile, resume })}
      />
    </>
  );
}

function Career({ site }: { readonly site: DraftSite }) {
  const { part, resume } = site;
  const { projects, furtherProjects } = homeProjectsOf(site);
  const { skills, foldedSkills } = homeSkillsOf(resume);
  return (
    <HomeSections
      work={part === 'experience' ? postsOf(resume) : []}
      projects={part === 'projects' ? projects : []}
      furtherProjects={furtherProjects}
      skills={part === 'skills' ? skills : []}
      foldedSkills={foldedSkills}
    />
  );
}
