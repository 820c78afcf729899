import { mailPartsOf } from '@castellan/content/mail-parts';
import { jobTitleOf, resumePlace, resumeSections } from '@castellan/content/resume-outline';
import { MailLink } from '../../domains/contact/mail-link.tsx';
import { headOf } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { siteOf } from '../../lib/site-context.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Route } from './+types/page.ts';
import { CvSection } from './cv-section.tsx';
import './cv.css';
import { writtenIn } from '../../domains/owner/written-in.ts';

/** What the PDF says, from the same content. The e-mail address goes out in two parts, as on the contact page. */
export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { resume, profile } = site;
  const { email, linkedinUrl, githubUrl } = profile;
  return {
    jobTitle: jobTitleOf(resume),
    summary: resume.basics.summary,
    place: resumePlace(resume),
    mail: mailPartsOf(email),
    addresses: [resume.basics.url, linkedinUrl, githubUrl].filter((url) => url !== undefined),
    outline: resumeSections(resume),
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/cv',
    title: `Resume · ${name}`,
    description: `${name}, ${loaderData?.jobTitle ?? 'Security Specialist'}: experience, projects, skills, education and certificates on one page.`,
  }));
}

/** The resume as a page: to be read, searched, translated and printed. */
export default function CvPage({ loaderData }: Route.ComponentProps) {
  const owner = useOwnerFacts();
  const { jobTitle, summary, place, mail, addresses, outline } = loaderData;
  return (
    <main id="main" className="page cv flex-1 pt-12 pb-24">
      <header className="cv-head">
        <MrzLine text={mrzNameLine({ document: 'R', issuer: 'SEC', ...owner, ...owner.latin }, 36)} className="mb-5" />
        <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04] wrap-anywhere">
          <VisuallyHidden>Resume of </VisuallyHidden>
          {owner.name}
        </h1>
        <p className="mt-3 text-xl text-copper">{jobTitle}</p>
        <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-1">
          {place === undefined ? null : <li className="cv-contact">{place}</li>}
          {mail === undefined ? null : (
            <li className="cv-contact">
              <MailLink {...mail} className="underline underline-offset-4" />
            </li>
          )}
          {addresses.map((url) => (
            <li key={url} className="cv-contact">
              <a href={url} className="underline underline-offset-4">
                {shortAddress(url)}
              </a>
            </li>
          ))}
        </ul>
        <p {...writtenIn(owner.language)} className="mt-6 max-w-[44rem] text-lg text-pretty">
          {summary}
        </p>
        <p className="cv-actions mt-8 flex flex-wrap items-center gap-3">
          <a href="/resume" target="_blank" rel="noopener" data-resume="" className={buttonClass('primary')}>
            Get Resume
            <span className="font-normal">(PDF)</span>
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
          <button type="button" className={`${buttonClass('ghost')} with-script`} onClick={() => window.print()}>
            Print this page
          </button>
        </p>
      </header>
      {outline.map((section) => (
        <CvSection key={section.title} section={section} />
      ))}
    </main>
  );
}

/** `https://www.example.org/` as people write it. */
function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
