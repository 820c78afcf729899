import { Link } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { FailurePage } from '../../ui/failure-page.tsx';
import { type ClosedReason, closedFace } from './closed-reasons.ts';

/** No cache keeps the page of a link, and no address of one is told to other sites. */
export const closedHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The title names whose site it is; no search engine lists the page. `facts`: what the root loader found. */
export function handedOutHead(title: string, facts: PublicFacts | undefined) {
  return [{ title: facts === undefined ? title : `${title} · ${facts.owner.name}` }, { name: 'robots', content: 'noindex, nofollow' }];
}

/** Says why a link that was handed out opens nothing, and leads on. */
export function ClosedLink({ reason }: { readonly reason: ClosedReason }) {
  const { status, title, text } = closedFace(reason);
  return (
    <FailurePage
      status={status}
      title={title}
      actions={
        <>
          <Link to="/" className={buttonClass('primary')}>
            Home
          </Link>
          <Link to="/contact" className={buttonClass('ghost')}>
            Contact
          </Link>
        </>
      }
    >
      <p>{text}</p>
    </FailurePage>
  );
}
