import { data, Link, useLocation } from 'react-router';
import { type PublicFacts, siteContext } from '../../lib/site-context.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { FailurePage } from '../../ui/failure-page.tsx';
import type { Route } from './+types/page.ts';

/** Whether the home page has projects to lead on to. */
export function loader({ context }: Route.LoaderArgs) {
  return data({ hasProjects: (context.get(siteContext)?.resume.projects.length ?? 0) > 0 }, { status: 404 });
}

/** The title names whose site it is, as every page's does; nobody knows where the root loader failed. */
export function meta({ matches }: { readonly matches: readonly ({ readonly loaderData?: unknown } | undefined)[] }) {
  const facts = matches[0]?.loaderData as PublicFacts | undefined;
  return [{ title: facts === undefined ? 'Not found' : `Not found · ${facts.owner.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundPage({ loaderData: { hasProjects } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <FailurePage
      status={404}
      title="No such page"
      actions={
        <>
          <Link to="/" className={buttonClass('primary')}>
            Home
          </Link>
          {/* A new document: the browser scrolls to the section once it is there. */}
          {hasProjects ? (
            <a href="/#projects" className={buttonClass('ghost')}>
              Projects
            </a>
          ) : null}
          <Link to="/contact" className={buttonClass('ghost')}>
            Contact
          </Link>
          <Link to="/terminal" className={buttonClass('ghost')}>
            Terminal
          </Link>
        </>
      }
    >
      <p>
        Nothing was ever issued under <code className="font-mono text-base break-all text-ink">{pathname}</code>. The address may be
        misspelt, or the page withdrawn.
      </p>
    </FailurePage>
  );
}
