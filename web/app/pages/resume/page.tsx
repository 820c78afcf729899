import { data, Link } from 'react-router';
import { buttonClass } from '../../ui/button-class.ts';
import { FailurePage } from '../../ui/failure-page.tsx';
import type { Route } from './+types/page.ts';
import { refusalOf } from './resume-refusal.ts';

/** The server sets the reason; it answers with the resume itself where there is none. */
export function loader({ request }: Route.LoaderArgs) {
  const refusal = refusalOf(new URL(request.url).searchParams.get('refused'));
  return data(refusal, { status: refusal.status });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title ?? 'Resume' }, { name: 'robots', content: 'noindex' }];
}

/** Says why there is no resume at this address, and leads to a fresh one. */
export default function ResumeRefusedPage({ loaderData }: Route.ComponentProps) {
  const { status, title, text } = loaderData;
  return (
    <FailurePage
      status={status}
      title={title}
      actions={
        <>
          <a href="/resume" className={buttonClass('primary')}>
            Get Resume
          </a>
          <Link to="/cv" className={buttonClass('ghost')}>
            Read it as a page
          </Link>
          <Link to="/" className={buttonClass('quiet')}>
            Home
          </Link>
        </>
      }
    >
      <p>{text}</p>
    </FailurePage>
  );
}
