import { Link, useLocation } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { FailurePage } from '../../ui/failure-page.tsx';
import { useInBrowser } from '../../ui/hooks/use-in-browser.ts';

/** The title names whose site it is, as every page's does; nobody knows where the root loader failed. */
export function notFoundHead({ matches }: { readonly matches: readonly ({ readonly loaderData?: unknown } | undefined)[] }) {
  const facts = matches[0]?.loaderData as PublicFacts | undefined;
  return [{ title: facts === undefined ? 'Not found' : `Not found · ${facts.owner.name}` }, { name: 'robots', content: 'noindex' }];
}

/**
 * Says that there is no such page, and leads on; `hasProjects`: whether the home page has projects to lead to. The server makes one page
 * for all such addresses; each is named once the page is in the browser.
 */
export function NotFound({ hasProjects }: { readonly hasProjects: boolean }) {
  const { pathname } = useLocation();
  const isDrawn = useInBrowser();
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
        Nothing was ever issued under{' '}
        {isDrawn ? <code className="font-mono text-base wrap-anywhere text-ink">{pathname}</code> : 'this address'}. The address may be
        misspelt, or the page withdrawn.
      </p>
    </FailurePage>
  );
}
